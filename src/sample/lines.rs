//! The ready-made lines, and what may follow them.

use super::append;
use crate::random::SplitMix64;

/// Ready-made lines, one for each value of 10 random bits: 128 KiB, which fit a level-2 cache.
pub(super) const LINES: usize = 1 << 10;
/// Room for the text of a ready-made line, fixed so that its copy compiles to a few vector moves.
pub(super) const TEXT: usize = 120;

/// Behind every text: where digits go that a line has no use for, so that no record needs a test.
const UNUSED: u8 = TEXT as u8 - 8;

/// What follows the text of a ready-made line.
#[derive(Clone, Copy)]
pub(super) enum Extra {
    None,
    StackTrace,
    /// In place of its LF.
    Payload,
}

/// A ready-made line, two cache lines long.
#[repr(align(64))]
pub(super) struct Line {
    pub(super) text: [u8; TEXT],
    /// Of the text, with LF.
    pub(super) len: u8,
    /// Where its eight-digit id is.
    pub(super) id: u8,
    /// Where its two-digit numbers are.
    pub(super) numbers: [u8; 2],
    pub(super) extra: Extra,
}

pub(super) fn ready_made_lines() -> Box<[Line; LINES]> {
    let mut random = SplitMix64(0);
    let mut lines = Vec::with_capacity(LINES);
    for (count, extra, messages) in MESSAGES {
        for message in messages.lines().cycle().take(count) {
            lines.push(Line::new(message, extra, &mut random));
        }
    }
    lines
        .try_into()
        .ok()
        .expect("the counts of MESSAGES add up to LINES")
}

impl Line {
    fn new(message: &str, extra: Extra, random: &mut SplitMix64) -> Self {
        let mut line = Self {
            text: [0; TEXT],
            len: 0,
            id: UNUSED,
            numbers: [UNUSED; 2],
            extra,
        };
        // Literal text and placeholders by turns.
        let mut parts = message.split(['{', '}']);
        while let Some(literal) = parts.next() {
            line.push(literal);
            line.fill(parts.next().unwrap_or("line end"), random);
        }
        line
    }

    /// Fills in a placeholder. `{id}` and `{nn}` will differ in each record, the others only in
    /// each ready-made line.
    fn fill(&mut self, placeholder: &str, random: &mut SplitMix64) {
        match placeholder {
            "line end" => self.push("\n"),
            "id" => {
                self.id = self.len;
                self.push("00000000");
            }
            "nn" => {
                self.numbers = [self.numbers[1], self.len];
                self.push("00");
            }
            "n" => self.push(&(1 + random.below(9)).to_string()),
            "octet" => self.push(&(1 + random.below(254)).to_string()),
            "path" => self.push(random.pick(PATHS.lines())),
            "user" => self.push(random.pick(USERS.lines())),
            _ => self.push(random.pick(TOPICS.lines())),
        }
    }

    fn push(&mut self, text: &str) {
        self.len = append(&mut self.text, usize::from(self.len), text) as u8;
    }
}

/// Number of ready-made lines, what follows them, and the messages they take in turn.
const MESSAGES: [(usize, Extra, &str); 8] = [
    (811, Extra::None, INFO),
    (19, Extra::None, HARMLESS),
    (102, Extra::None, DEBUG),
    (61, Extra::None, WARN),
    (27, Extra::None, ERROR),
    (2, Extra::StackTrace, ERROR),
    (1, Extra::None, FATAL),
    (
        1,
        Extra::Payload,
        "DEBUG [worker-{n}] web.Trace - {id} after {n}{nn} us: ",
    ),
];
const INFO: &str = "\
INFO  [exec-{n}] web.Access - 10.0.{octet}.1{nn} GET {path}/{id} 200 {n}{nn} ms
INFO  [exec-{n}] shop.Orders - Order {id} accepted, {n}{nn}.{nn} EUR
INFO  [exec-{n}] web.Access - 10.0.{octet}.1{nn} POST {path}?request={id} 201 {n}{nn} ms
INFO  [worker-{n}] queue.Consumer - Took {n}{nn} from {topic}
INFO  [exec-{n}] auth.Sessions - {user} logged in from 192.168.{octet}.1{nn}
INFO  [worker-{n}] pay.Gateway - Payment {id} authorized for {user}
INFO  [timer-{n}] admin.Health - UP after 0.{nn} ms
INFO  [worker-{n}] store.Files - Wrote /var/data{path}/{id}.json in 0.{nn} s
INFO  [timer-{n}] cache.Manager - Evicted {n}{nn} of {n}0{nn} entries
INFO  [timer-{n}] db.Pool - {n} active, 1{nn} idle
INFO  [worker-{n}] queue.Producer - Sent {id} to {topic}-1{nn}
INFO  [exec-{n}] web.Access - 10.0.{octet}.1{nn} GET /static/{id}.js 304 {n} ms";
const HARMLESS: &str = "\
INFO  [timer-{n}] job.Cleanup - Run {id} finished with 0 errors, {n}{nn} rows removed
INFO  [exec-{n}] web.Access - 10.0.{octet}.1{nn} GET /help/error-codes?from={id} 200 {n} ms";
const DEBUG: &str = "\
DEBUG [worker-{n}] db.Pool - Lent connection {id}, {n} idle, waited {n}{nn} us
DEBUG [exec-{n}] cache.Manager - Miss for {topic}:{id}
DEBUG [worker-{n}] db.Statement - SELECT * FROM orders WHERE id = x'{id}': {n}{nn} us";
const WARN: &str = "\
WARN  [worker-{n}] db.Statement - Slow query {id}: {n}{nn}0 ms, limit 1000 ms
WARN  [exec-{n}] web.Access - 10.0.{octet}.1{nn} GET {path}/{id} 404 {n}{nn} ms
WARN  [worker-{n}] pay.Gateway - Retry {n} of payment {id} in {n}{nn} ms";
const ERROR: &str = "\
ERROR [exec-{n}] web.Dispatcher - Request {id} for {path} failed with 500 after {n}{nn} ms
ERROR [worker-{n}] pay.Gateway - Payment {id} refused: timeout after {n}{nn}00 ms
ERROR [worker-{n}] queue.Consumer - Cannot process {id} from {topic}";
const FATAL: &str = "FATAL [main] acme.Launcher - Out of memory at {id}, exit status 1{nn}";
const PATHS: &str = "/api/v1/orders\n/api/v1/users\n/api/v2/cart\n/search\n/images/shop\n/account";
const USERS: &str = "alice\nbob\ncarol.jones\nd.miller\nerin\nguest\nsvc-import";
const TOPICS: &str = "orders\npayments\nstock-updates\nmail.outgoing\naudit";

/// A long line made of items, each with an id at `id`. The tail goes over the last comma.
pub(super) struct Payload {
    pub(super) head: &'static str,
    pub(super) items: &'static str,
    pub(super) id: u8,
    pub(super) tail: &'static str,
}
pub(super) const PAYLOADS: [Payload; 2] = [
    Payload {
        head: r#"{"version":3,"items":["#,
        items: r#"{"sku":"00000000","name":"Blue mug","quantity":2,"price":8.50,"tags":["kitchen","gift"]},
{"sku":"00000000","name":"Desk lamp","quantity":1,"price":39.90,"tags":[]},
{"sku":"00000000","name":"USB cable \"1 m\"","quantity":3,"price":5.00,"tags":["sale"]},"#,
        id: 8,
        tail: "]}\n",
    },
    Payload {
        head: "INSERT INTO order_items (id, name, quantity, price) VALUES ",
        items: "(x'00000000', 'Blue mug', 2, 8.50),\n(x'00000000', 'Desk lamp, white', 1, NULL),",
        id: 3,
        tail: ";\n",
    },
];

pub(super) const EXCEPTIONS: &str = "\
java.lang.IllegalStateException: Connection is closed
java.net.SocketTimeoutException: Read timed out
com.acme.shop.OrderException: Order is locked by another request
java.sql.SQLTransientConnectionException: No connection within 30000 ms";
/// Innermost first.
pub(super) const FRAMES: &str = "\
java.base/sun.nio.ch.NioSocketImpl.timedRead(NioSocketImpl.java:278)
java.base/java.net.Socket$SocketInputStream.read(Socket.java:1099)
org.postgresql.core.PGStream.receiveChar(PGStream.java:469)
org.postgresql.jdbc.PgStatement.execute(PgStatement.java:405)
com.zaxxer.hikari.pool.ProxyPreparedStatement.execute(ProxyPreparedStatement.java:44)
com.acme.db.OrderRepository.lock(OrderRepository.java:118)
com.acme.shop.OrderService.accept(OrderService.java:87)
com.acme.shop.OrderService$$Lambda/0x00007f2a.apply(Unknown Source)
com.acme.web.OrderController.post(OrderController.java:52)
java.base/java.lang.reflect.Method.invoke(Method.java:580)
org.springframework.web.servlet.DispatcherServlet.doDispatch(DispatcherServlet.java:1089)
jakarta.servlet.http.HttpServlet.service(HttpServlet.java:590)
org.apache.coyote.http11.Http11Processor.service(Http11Processor.java:389)
org.apache.tomcat.util.threads.ThreadPoolExecutor.runWorker(ThreadPoolExecutor.java:1190)
java.base/java.lang.Thread.run(Thread.java:1583)";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_complete_and_end_before_unused() {
        for line in ready_made_lines().iter() {
            assert!(line.len <= UNUSED);
            let text = str::from_utf8(&line.text[..usize::from(line.len)]).unwrap();
            assert!(
                text.ends_with('\n') && !text.contains(['{', '}', '\0']),
                "{text}"
            );
        }
    }
}
