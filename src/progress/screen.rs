//! The bar on the terminal, of which there is one: drawn, put aside while something else is written, and
//! taken away.

use std::fmt::Write as Text;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle, TermLike};
use unicode_width::UnicodeWidthStr;

use super::lock;
use super::moment::Moment;

/// Moves to the beginning of the line and empties it.
pub const ERASE_LINE: &str = "\r\x1b[K";

/// The bar, while there is one.
static BAR: Mutex<Option<Bar>> = Mutex::new(None);

/// Whether it may be seen: for a signal handler, which must not wait for a lock. So it is set before a picture is
/// drawn and unset after it is gone; between the two, a line that is empty already is emptied.
static IS_SEEN: AtomicBool = AtomicBool::new(false);

/// Columns that stay free, or what the terminal shows of a Ctrl-C would go to a line of its own.
const MARGIN: u16 = 3;

/// Columns where the terminal does not tell how many it has.
const COLUMNS: u16 = 80;

/// The least that a bar is, and what stands between its parts.
const BAR_WIDTH: usize = 10 + " [] ".len();

struct Bar {
    bar: ProgressBar,
    texts: Arc<Mutex<Texts>>,
    unicode: bool,
}

/// What stands beside the bar.
#[derive(Default)]
struct Texts {
    name: String,
    facts: String,
}

/// Whether a bar can be seen now.
pub fn has_bar() -> bool {
    IS_SEEN.load(SeqCst)
}

/// Draws the bar of `moment`, in the place of the one before.
pub fn draw(moment: &Moment, unicode: bool) {
    let mut bar = lock(&BAR);
    let bar = bar.get_or_insert_with(|| Bar::new(moment.total, unicode));
    IS_SEEN.store(true, SeqCst);
    bar.draw(moment);
}

/// Takes the bar away.
pub fn clear() {
    let bar = lock(&BAR).take();
    if let Some(bar) = bar {
        bar.bar.finish_and_clear();
    }
    IS_SEEN.store(false, SeqCst);
}

/// Does something that writes to the terminal, while the bar is away.
pub fn aside<T>(write: impl FnOnce() -> T) -> T {
    let bar = lock(&BAR);
    let Some(bar) = bar.as_ref() else {
        return write();
    };
    bar.bar.suspend(|| {
        IS_SEEN.store(false, SeqCst);
        let written = write();
        IS_SEEN.store(true, SeqCst);
        written
    })
}

impl Bar {
    fn new(total: Option<u64>, unicode: bool) -> Self {
        let texts = Arc::<Mutex<Texts>>::default();
        let target = ProgressDrawTarget::term_like(Box::new(Terminal::default()));
        let bar = ProgressBar::with_draw_target(total, target);
        bar.set_style(style(total.is_some(), unicode, &texts));
        Self {
            bar,
            texts,
            unicode,
        }
    }

    fn draw(&self, moment: &Moment) {
        let room = usize::from(Terminal::columns()).saturating_sub(BAR_WIDTH);
        let facts = moment.facts(room);
        let name = moment.name(room.saturating_sub(facts.width()), self.unicode);
        *lock(&self.texts) = Texts { name, facts };
        self.bar.update(|state| state.set_pos(moment.bytes));
    }
}

/// A bar where there is a total, a spinner where there is none.
fn style(has_total: bool, unicode: bool, texts: &Arc<Mutex<Texts>>) -> ProgressStyle {
    let template = if has_total {
        "{name} [{wide_bar}] {facts}"
    } else {
        "{spinner} {name} {facts}"
    };
    let (bar, spinner) = if unicode {
        ("█▉▊▋▌▍▎▏ ", "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏ ")
    } else {
        ("=> ", "-\\|/ ")
    };
    let (names, facts) = (Arc::clone(texts), Arc::clone(texts));
    // An unreadable template is a mistake of the line above, which every drawing test would find.
    ProgressStyle::with_template(template)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .progress_chars(bar)
        .tick_chars(spinner)
        .with_key("name", move |_: &ProgressState, out: &mut dyn Text| {
            let _ = out.write_str(&lock(&names).name);
        })
        .with_key("facts", move |_: &ProgressState, out: &mut dyn Text| {
            let _ = out.write_str(&lock(&facts).facts);
        })
}

/// Standard error, to which each picture goes in one piece.
#[derive(Debug, Default)]
struct Terminal(Mutex<String>);

impl Terminal {
    fn columns() -> u16 {
        let seen = rustix::termios::tcgetwinsize(io::stderr()).map(|size| size.ws_col);
        let columns = seen.ok().filter(|&columns| columns > 0);
        columns.unwrap_or(COLUMNS).saturating_sub(MARGIN).max(1)
    }

    fn put(&self, text: &str) -> io::Result<()> {
        lock(&self.0).push_str(text);
        Ok(())
    }

    /// Moves the cursor so many places, by the code that ends in `direction`.
    fn go(&self, places: usize, direction: char) -> io::Result<()> {
        match places {
            0 => Ok(()),
            _ => self.put(&format!("\x1b[{places}{direction}")),
        }
    }
}

impl TermLike for Terminal {
    fn width(&self) -> u16 {
        Self::columns()
    }

    fn move_cursor_up(&self, n: usize) -> io::Result<()> {
        self.go(n, 'A')
    }

    fn move_cursor_down(&self, n: usize) -> io::Result<()> {
        self.go(n, 'B')
    }

    fn move_cursor_right(&self, n: usize) -> io::Result<()> {
        self.go(n, 'C')
    }

    fn move_cursor_left(&self, n: usize) -> io::Result<()> {
        self.go(n, 'D')
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.put(text)?;
        self.put("\n")
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.put(text)
    }

    fn clear_line(&self) -> io::Result<()> {
        self.put(ERASE_LINE)
    }

    fn flush(&self) -> io::Result<()> {
        let picture = std::mem::take(&mut *lock(&self.0));
        io::stderr().write_all(picture.as_bytes())
    }
}
