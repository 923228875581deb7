//! One line of as many kinds of log as there are tokens for, and the level that it must have.
//!
//! The lines are written for this project, in the format that each writer has; none is copied from a log.

use lc::count::severity::Level::{self, Debug, Error, Fatal, Info, Trace, Warn};
use lc::count::severity::level_of;

type Row = (&'static [u8], Option<Level>);

/// Upper-case words: the log frameworks of most languages.
#[rustfmt::skip]
const UPPER_CASE: &[Row] = &[
    // log4j, logback, Spring Boot, java.util.logging
    (b"18:01:47,978 ERROR [main] org.acme.Ledger - cannot post entry 77", Some(Error)),
    (b"2026-11-30 07:12:09,123 WARN  [pool-2-thread-1] o.a.Pool: 90% used", Some(Warn)),
    (b"2026-11-30 07:12:09,123 [main] FATAL org.acme.Boot - no configuration, giving up", Some(Fatal)),
    (b"2026-11-30 07:12:09.123 DEBUG 4242 --- [nio-8080-exec-1] o.a.web.Router : matched /orders", Some(Debug)),
    (b"2026-11-30T07:12:09.123+01:00 ERROR 4242 --- [orders] [main] o.s.b.SpringApplication : Application run failed", Some(Error)),
    (b"TRACE [2026-11-30 07:12:09] enter Ledger.post", Some(Trace)),
    (b"Nov 30, 2026 7:12:09 AM org.acme.Ledger post SEVERE: cannot post", Some(Error)),
    (b"SEVERE: Exception starting filter [auth]", Some(Error)),
    (b"WARNING: An illegal reflective access operation has occurred", Some(Warn)),
    (b"INFO: Server startup in 4242 ms", Some(Info)),
    // Hadoop, HDFS, Spark, ZooKeeper, Kafka, Elasticsearch, Flink, Cassandra
    (b"2026-11-30 07:12:09,123 ERROR [RMCommunicator Allocator] org.acme.rm.Allocator: lost the resource manager\r", Some(Error)),
    (b"261130 071209 42 WARN dfs.DataNode$Receiver: 10.0.0.7:50010 slow", Some(Warn)),
    (b"26/11/30 07:12:09 INFO executor.Executor: Finished task 3.0 in stage 7.0", Some(Info)),
    (b"2026-11-30 07:12:09,123 - ERROR [LearnerHandler-/10.0.0.7:3888:Handler@42] - Unexpected exception", Some(Error)),
    (b"[2026-11-30 07:12:09,123] ERROR [ReplicaManager broker=3] Error processing append on partition events-7 (kafka.server)", Some(Error)),
    (b"[2026-11-30 07:12:09,123] INFO [GroupCoordinator 3]: Member joined (kafka.coordinator)", Some(Info)),
    (b"[2026-11-30T07:12:09,123][WARN ][o.e.m.j.JvmGcMonitorService] [node-1] [gc][4242] overhead", Some(Warn)),
    (b"[2026-11-30T07:12:09,123][ERROR][o.e.b.Bootstrap          ] [node-1] Exception", Some(Error)),
    (b"ERROR [CompactionExecutor:42] 2026-11-30 07:12:09,123 CassandraDaemon.java:228 - Exception in thread", Some(Error)),
    // BlueGene/L RAS
    (b"- 1132756329 2026.11.30 R02-M1-N0 2026-11-30-07.12.09.123456 R02-M1-N0 RAS KERNEL FATAL data storage interrupt", Some(Fatal)),
    // PostgreSQL
    (b"2026-11-30 07:12:09.123 UTC [4242] LOG:  checkpoint starting: time", Some(Info)),
    (b"2026-11-30 07:12:09.123 UTC [4242] ERROR:  relation \"orders\" does not exist at character 15", Some(Error)),
    (b"2026-11-30 07:12:09.123 UTC [4242] app@shop FATAL:  password authentication failed for user \"app\"", Some(Fatal)),
    (b"2026-11-30 07:12:09.123 UTC [4242] PANIC:  could not locate a valid checkpoint record", Some(Fatal)),
    (b"NOTICE:  table \"tmp\" does not exist, skipping", Some(Info)),
    (b"2026-11-30 07:12:09.123 UTC [4242] STATEMENT:  SELECT 1", None),
    (b"the LOG file and the LOG of it", None),
    // Python logging, Django, Celery, OpenStack, Airflow, uvicorn, gunicorn
    (b"2026-11-30 07:12:09,123 - shop.orders - CRITICAL - database is gone", Some(Fatal)),
    (b"ERROR:root:cannot open socket", Some(Error)),
    (b"WARNING:py.warnings:deprecated call", Some(Warn)),
    (b"[2026-11-30 07:12:09,123: ERROR/MainProcess] consumer: Cannot connect to amqp://guest@mq:5672", Some(Error)),
    (b"[2026-11-30 07:12:09,123: INFO/ForkPoolWorker-3] Task shop.mail[17] succeeded", Some(Info)),
    (b"nova-api.log 2026-11-30 07:12:09.123 4242 INFO nova.wsgi [req-1 - - -] 10.0.0.7 status: 200", Some(Info)),
    (b"[2026-11-30 07:12:09,123] {taskinstance.py:1851} ERROR - Task failed with exception", Some(Error)),
    (b"INFO:     10.0.0.7:51234 - \"GET /orders HTTP/1.1\" 500 Internal Server Error", Some(Info)),
    (b"ERROR:    Exception in ASGI application", Some(Error)),
    (b"[2026-11-30 07:12:09 +0000] [4242] [INFO] Booting worker with pid: 4242", Some(Info)),
    (b"[2026-11-30 07:12:09 +0000] [4242] [CRITICAL] WORKER TIMEOUT (pid:4243)", Some(Fatal)),
    // Serilog, zerolog console, NATS, Go zap development, Erlang, lnd
    (b"2026-11-30 07:12:09.123 +00:00 [ERR] Unhandled exception in job 7", Some(Error)),
    (b"[07:12:09 WRN] Slow query, 1234 ms", Some(Warn)),
    (b"[07:12:09 VRB] tick", Some(Trace)),
    (b"[07:12:09 FTL] Host terminated unexpectedly", Some(Fatal)),
    (b"7:12AM ERR cannot dial upstream error=\"connection refused\" addr=10.0.0.7:443", Some(Error)),
    (b"7:12AM INF request done status=500", Some(Info)),
    (b"7:12AM DBG cache miss", Some(Debug)),
    (b"7:12AM PNC index out of range", Some(Fatal)),
    (b"[4242] 2026/11/30 07:12:09.123456 [INF] Listening for client connections", Some(Info)),
    (b"2026-11-30T07:12:09.123Z\tERROR\tshop/main.go:42\tpayment failed\t{\"order\": 7}", Some(Error)),
    (b"EROR[11-30|07:12:09] Block import failed            number=42", Some(Error)),
    (b"WARN [11-30|07:12:09] Snapshot extension registration failed", Some(Warn)),
    (b"=CRITICAL REPORT==== 30-Nov-2026::07:12:09 ===", Some(Fatal)),
    // Rust: tracing-subscriber, env_logger; Docker compose before it
    (b"2026-11-30T07:12:09.123456Z ERROR shop::orders: cannot post error=timed out", Some(Error)),
    (b"2026-11-30T07:12:09.123456Z  WARN hyper::proto: closed", Some(Warn)),
    (b"[2026-11-30T07:12:09Z ERROR shop] payment failed", Some(Error)),
    (b"shop-1  | 2026-11-30T07:12:09Z DEBUG shop: ready", Some(Debug)),
    // syslog-like words of daemons; keepalived, HAProxy, Oracle, SQL*Loader
    (b"Nov 30 04:05:19 combo logrotate: ALERT exited abnormally with [1]", Some(Fatal)),
    (b"[ALERT] 333/071209 (4242) : Starting proxy shop: cannot bind socket", Some(Fatal)),
    (b"[WARNING] 333/071209 (4242) : Server shop/web-7 is DOWN", Some(Warn)),
    (b"Nov 30 07:12:09 lb haproxy[4242]: backend shop has no server available! EMERG", Some(Fatal)),
    (b"EMERGENCY: temperature above threshold", Some(Fatal)),
    (b"NOTICE: PHP message", Some(Info)),
    (b"[30-Nov-2026 07:12:09] WARNING: [pool www] server reached pm.max_children setting (5)", Some(Warn)),
    (b"php_ERROR", None),
    (b"(ERROR)", Some(Error)),
    (b"ERROR", Some(Error)),
    (b"ERROR\r", Some(Error)),
    (b"\xef\xbb\xbfERROR after a byte order mark", Some(Error)),
    (b"caf\xc3\xa9ERROR: the byte before is no ASCII word byte", Some(Error)),
];

/// In brackets: web servers, databases, NetworkManager, Elixir, structlog.
#[rustfmt::skip]
const BRACKETED: &[Row] = &[
    (b"[Mon Nov 30 07:12:09 2026] [error] mod_jk child workerEnv in error state 6", Some(Error)),
    (b"[Mon Nov 30 07:12:09 2026] [notice] workerEnv.init() ok /etc/httpd/conf/workers2.properties\r", Some(Info)),
    (b"[Mon Nov 30 07:12:09 2026] [error] [client 10.0.0.7] File does not exist: /var/www/x", Some(Error)),
    (b"[Mon Nov 30 07:12:09.123456 2026] [core:error] [pid 4242:tid 139] [client 10.0.0.7:51234] AH00126: Invalid URI", Some(Error)),
    (b"[Mon Nov 30 07:12:09.123456 2026] [:error] [pid 4242] PHP Fatal error:  Uncaught Exception", Some(Error)),
    (b"[Mon Nov 30 07:12:09.123456 2026] [mpm_event:notice] [pid 4242:tid 139] AH00489: Apache configured", Some(Info)),
    (b"[Mon Nov 30 07:12:09.123456 2026] [ssl:warn] [pid 4242] AH01909: certificate does NOT include the name", Some(Warn)),
    (b"[Mon Nov 30 07:12:09.123456 2026] [core:emerg] [pid 4242] AH00020: giving up", Some(Fatal)),
    (b"2026/11/30 07:12:09 [error] 4242#0: *17 connect() failed (111: Connection refused) while connecting to upstream", Some(Error)),
    (b"2026/11/30 07:12:09 [crit] 4242#0: *17 SSL_do_handshake() failed", Some(Fatal)),
    (b"2026/11/30 07:12:09 [alert] 4242#0: worker process 4243 exited on signal 11", Some(Fatal)),
    (b"2026/11/30 07:12:09 [emerg] 4242#0: bind() to 0.0.0.0:80 failed", Some(Fatal)),
    (b"2026/11/30 07:12:09 [warn] 4242#0: *17 an upstream response is buffered to a temporary file", Some(Warn)),
    (b"2026/11/30 07:12:09 [info] 4242#0: *17 client sent error in header", Some(Info)),
    (b"2026/11/30 07:12:09 [debug] 4242#0: *17 http cleanup add", Some(Debug)),
    (b"2026-11-30T07:12:09.123456Z 0 [ERROR] [MY-010119] [Server] Aborting", Some(Error)),
    (b"2026-11-30T07:12:09.123456Z 0 [Warning] [MY-010068] [Server] CA certificate is self signed", Some(Warn)),
    (b"2026-11-30T07:12:09.123456Z 0 [Note] mysqld: ready for connections", Some(Info)),
    (b"2026-11-30  7:12:09 0 [Error] InnoDB: Unable to lock ./ibdata1", Some(Error)),
    (b"<warn>  [1764487929.1234] dhcp4 (eth0): request timed out", Some(Warn)),
    (b"<info>  [1764487929.1234] device (eth0): state change", Some(Info)),
    (b"Nov 30 07:12:09 host NetworkManager[422]: <error> [1764487929.1234] platform: cannot add route", Some(Error)),
    (b"07:12:09.123 [error] GenServer #PID<0.42.0> terminating", Some(Error)),
    (b"07:12:09.123 request_id=Fx [info] GET /orders", Some(Info)),
    (b"2026-11-30 07:12:09.123 [warning] <0.42.0> lager_error_logger_h dropped 17 messages", Some(Warn)),
    (b"2026-11-30 07:12:09 [info     ] payment accepted               error=0", Some(Info)),
    (b"2026-11-30 07:12:09 [error    ] payment refused                order=7", Some(Error)),
    (b"[4242][err] pipe closed", Some(Error)),
    (b"([error]) in parentheses", Some(Error)),
    (b"[Critical] disk", Some(Fatal)),
    (b"[trace] span opened", Some(Trace)),
    (b"impl From<io::Error> for Option<Error> {", None),
    (b"parsed Option<Error> and Result<T,Error>", None),
    (b"array[error] is out of bounds", None),
    (b"[error message] is not a level", None),
    (b"[errors]", None),
    (b"[error>", None),
    (b"x=[error]", None),
    (b"[not error]", None),
];

/// Keys and values: JSON logs, logfmt, journald.
#[rustfmt::skip]
const KEYS: &[Row] = &[
    // pino, bunyan
    (br#"{"level":50,"time":1764487929123,"pid":4242,"hostname":"web-7","msg":"payment failed"}"#, Some(Error)),
    (br#"{"level":30,"time":1764487929123,"pid":4242,"hostname":"web-7","msg":"retrying after ERROR"}"#, Some(Info)),
    (br#"{"level":60,"time":1764487929123,"msg":"out of memory"}"#, Some(Fatal)),
    (br#"{"level":20,"time":1764487929123,"msg":"cache"}"#, Some(Debug)),
    (br#"{"level":10,"time":1764487929123,"msg":"tick"}"#, Some(Trace)),
    (br#"{"level":35,"time":1764487929123,"msg":"a custom level between info and warn"}"#, Some(Info)),
    (br#"{"name":"shop","hostname":"web-7","pid":4242,"level":40,"msg":"slow","time":"2026-11-30T07:12:09.123Z","v":0}"#, Some(Warn)),
    (br#"{"name":"shop", "level" : 50, "msg":"blanks around the colon"}"#, Some(Error)),
    // GELF, journald
    (br#"{"version":"1.1","host":"web-7","short_message":"payment failed","timestamp":1764487929.123,"level":3,"_order":7}"#, Some(Error)),
    (br#"{"version":"1.1","host":"web-7","short_message":"ok","level":6}"#, Some(Info)),
    (br#"{"version":"1.1","host":"web-7","short_message":"kernel oops","level":0}"#, Some(Fatal)),
    (br#"{"__REALTIME_TIMESTAMP":"1764487929123456","PRIORITY":"3","_COMM":"sshd","MESSAGE":"error: kex"}"#, Some(Error)),
    (br#"{"PRIORITY":"6","MESSAGE":"Started Session 7 of user deploy. 0 ERROR"}"#, Some(Info)),
    (b"PRIORITY=3", Some(Error)),
    (b"    PRIORITY=4", Some(Warn)),
    (b"PRIORITY=7", Some(Debug)),
    (b"PRIORITY=30", None),
    (b"priority=3", None),
    // zap, logrus, zerolog, slog, winston, logback's JSON, Serilog's compact JSON, Python, GCP, ECS
    (br#"{"level":"error","ts":1764487929.123,"caller":"shop/main.go:42","msg":"payment failed"}"#, Some(Error)),
    (br#"{"level":"info","ts":1764487929.123,"msg":"upstream said ERROR"}"#, Some(Info)),
    (br#"{"message":"ERROR came back from upstream","level":"info"}"#, Some(Info)),
    (br#"{"message":"all is well","level":"error"}"#, Some(Error)),
    (br#"{"msg":"got {\"level\":\"error\"} from upstream","level":"debug"}"#, Some(Debug)),
    (br#"{"msg":"key \"level\" is missing","severity":"WARNING"}"#, Some(Warn)),
    (br#"{"msg":"retry with level=error","level":"info"}"#, Some(Info)),
    (br#"{"path":"C:\\","level":"error"}"#, Some(Error)),
    (br#"{"time":"2026-11-30T07:12:09Z","level":"ERROR","msg":"payment failed","order":7}"#, Some(Error)),
    (br#"{"time":"2026-11-30T07:12:09Z","level":"panic","message":"nil map"}"#, Some(Fatal)),
    (br#"{"@timestamp":"2026-11-30T07:12:09.123Z","@version":"1","message":"x","logger_name":"o.a.X","level":"WARN","level_value":30000}"#, Some(Warn)),
    (br#"{"@t":"2026-11-30T07:12:09.123Z","@mt":"Unhandled {Job}","@l":"Error","Job":7}"#, Some(Error)),
    (br#"{"@t":"2026-11-30T07:12:09.123Z","@mt":"Host ended","@l":"Fatal"}"#, Some(Fatal)),
    (br#"{"@level":"error","@message":"Error: Unsupported argument","@module":"terraform.ui"}"#, Some(Error)),
    (br#"{"asctime":"2026-11-30 07:12:09,123","levelname":"CRITICAL","message":"x"}"#, Some(Fatal)),
    (br#"{"severity":"ERROR","message":"x","time":"2026-11-30T07:12:09Z"}"#, Some(Error)),
    (br#"{"severity":"NOTICE","message":"x"}"#, Some(Info)),
    (br#"{"@timestamp":"2026-11-30T07:12:09.123Z","log.level":"ERROR","message":"x","ecs.version":"1.2.0"}"#, Some(Error)),
    (br#"{"EventId":0,"LogLevel":"Error","Category":"Shop.Orders","Message":"x"}"#, Some(Error)),
    (br#"{"loglevel":"warning","msg":"x"}"#, Some(Warn)),
    (br#"{"log_level":"fatal","msg":"x"}"#, Some(Fatal)),
    (br#"{"lvl":"eror","t":"2026-11-30T07:12:09Z","msg":"x"}"#, Some(Error)),
    (br#"  {"level": "error", "msg": "after blanks"}"#, Some(Error)),
    (br#"{"user_level":"error","msg":"x"}"#, None),
    (br#"{"key":"level","value":"error"}"#, None),
    (br#"{"level":95,"msg":"a game's"}"#, None),
    (br#"{"level":5.5,"msg":"x"}"#, None),
    (br#"{"level":"errorless","msg":"x"}"#, None),
    (br#"{"msg":"0 errors"}"#, None),
    (br#"{"msg":"ERROR, and no key"}"#, Some(Error)),
    (br#"{"level":"\u001b[31merror\u001b[39m","message":"winston, coloured"}"#, Some(Error)),
    // Docker's json-file: the line is a string in a line
    (br#"{"log":"2026-11-30 07:12:09 ERROR payment failed\n","stream":"stderr","time":"2026-11-30T07:12:09.123Z"}"#, Some(Error)),
    (br#"{"log":"{\"level\":\"error\",\"msg\":\"x\"}\n","stream":"stdout","time":"2026-11-30T07:12:09.123Z"}"#, Some(Error)),
    (br#"{"log":"{\"level\":50,\"msg\":\"x\"}\n","stream":"stdout","time":"2026-11-30T07:12:09.123Z"}"#, Some(Error)),
    (br#"{"log":"level=warning msg=\"0 ERROR\"\n","stream":"stdout","time":"2026-11-30T07:12:09.123Z"}"#, Some(Warn)),
    (br#"{"log":"\u001b[32mINFO\u001b[0m no ERROR\n","stream":"stdout"}"#, Some(Info)),
    // logfmt: logrus, Grafana, Prometheus, Heroku, log15, HashiCorp
    (br#"time="2026-11-30T07:12:09Z" level=error msg="payment failed" order=7"#, Some(Error)),
    (br#"time="2026-11-30T07:12:09Z" level=info msg="last ERROR was 3 days ago""#, Some(Info)),
    (b"ts=2026-11-30T07:12:09.123Z caller=main.go:42 level=warn msg=\"slow scrape\"", Some(Warn)),
    (b"t=2026-11-30T07:12:09+0000 lvl=eror msg=\"payment failed\"", Some(Error)),
    (b"t=2026-11-30T07:12:09+0000 lvl=dbug msg=\"ERROR 7\"", Some(Debug)),
    (b"t=2026-11-30T07:12:09+0000 lvl=crit msg=\"no disk\"", Some(Fatal)),
    (b"at=info level=\"error\" code=H12 desc=\"Request timeout\"", Some(Error)),
    (b"Severity: Error, Code: 17", Some(Error)),
    (b"LEVEL=ERROR", Some(Error)),
    (b"log level: info, no ERROR", Some(Info)),
    (b"{'level': 'error', 'msg': 'a Python dict'}", Some(Error)),
    (b"{level=info, message=ERROR}", Some(Info)),
    (b"\"severity\" => \"error\"", Some(Error)),
    (b"compression_level: 95", None),
    (b"compression_level: error", None),
    (b"zip.level=error", None),
    (b"run with --level=error or -level=error", None),
    (b"GET /logs?level=error&lvl=fatal HTTP/1.1", None),
    (b"level=50", None),
    (b"level=errors", None),
    (b"level of error", None),
    (b"sea level: 3 m", None),
];

/// Formats of their own: glog, logcat, syslog, Ruby.
#[rustfmt::skip]
const PREFIXES: &[Row] = &[
    (b"E1130 07:12:09.123456    4242 reflector.go:138] Failed to watch *v1.Pod", Some(Error)),
    (b"W1130 07:12:09.123456    4242 controller.go:42] ERROR budget is low", Some(Warn)),
    (b"I1130 07:12:09.123456    4242 server.cc:42] no ERROR", Some(Info)),
    (b"F1130 07:12:09.123456    4242 main.cc:7] Check failed: n > 0", Some(Fatal)),
    (b"2026-11-30T07:12:09.123Z stderr F E1130 07:12:09.123456       1 main.go:7] cannot list", Some(Error)),
    (b"Nov 30 07:12:09 node-3 kubelet[4242]: E1130 07:12:09.123456    4242 pod_workers.go:190] \"Error syncing pod\"", Some(Error)),
    (b"part E1130 07.12.09 in stock", None),
    (b"part E1399 07:12:09 in stock", None),
    (b"partE1130 07:12:09 in stock", None),
    (b"03-17 16:13:38.811  1702  2395 E AudioService: no such stream", Some(Error)),
    (b"03-17 16:13:38.811  1702  2395 I AudioService: ERROR count 0", Some(Info)),
    (b"03-17 16:13:38.811  1702  2395 W Looper  : slow", Some(Warn)),
    (b"03-17 16:13:38.811  1702  2395 D PowerManager: acquire\r", Some(Debug)),
    (b"03-17 16:13:38.811  1702  2395 V Bar: x", Some(Trace)),
    (b"03-17 16:13:38.811  1702  2395 F libc    : Fatal signal 11 (SIGSEGV)", Some(Fatal)),
    (b"2026-03-17 16:13:38.811123 +0100 u0_a12  1702  2395 E Shop: crash", Some(Error)),
    (b"03-17 16:13:38.811  1702  2395 EXTRA Foo: x", None),
    (b"E/AudioService( 1702): no such stream", Some(Error)),
    (b"I/ActivityManager(  585): Starting: ERROR", Some(Info)),
    (b"03-17 16:13:38.811 E/Shop    ( 1702): crash", Some(Error)),
    (b"D/E/F(x): no", None),
    (b"<11>Nov 30 07:12:09 web-7 shop[4242]: payment failed", Some(Error)),
    (b"<30>Nov 30 07:12:09 web-7 systemd[1]: Started Session 7. ERROR", Some(Info)),
    (b"<34>1 2026-11-30T07:12:09.123Z web-7 su - ID47 - 'su root' failed", Some(Fatal)),
    (b"<165>1 2026-11-30T07:12:09.123Z web-7 evntslog - ID47 - x", Some(Info)),
    (b"<12>x", Some(Warn)),
    (b"<191>x", Some(Debug)),
    (b"<0>Kernel panic", Some(Fatal)),
    (b"<192>x", None),
    (b"<3 hearts", None),
    (b"not at the start <11>x", None),
    (b"E, [2026-11-30T07:12:09.123456 #4242] ERROR -- : payment failed", Some(Error)),
    (b"E, [2026-11-30T07:12:09.123456 #4242] -- : with a custom formatter", Some(Error)),
    (b"I, [2026-11-30T07:12:09.123456 #4242]  INFO -- : Completed 500 Internal Server Error", Some(Info)),
    (b"W, [2026-11-30T07:12:09.123456 #4242]  WARN -- : slow", Some(Warn)),
    (b"F, [2026-11-30T07:12:09.123456 #4242] FATAL -- : ActionController::RoutingError", Some(Fatal)),
    (b"D, [2026-11-30T07:12:09.123456 #4242] DEBUG -- : x", Some(Debug)),
    (b"A, B, E, [x]", None),
    (b"2026-09-28 04:30:30, Error                 CBS    Failed to load package [HRESULT = 0x80070002]", Some(Error)),
    (b"2026-09-28 04:30:30, Info                  CBS    Loaded Servicing Stack. No ERROR", Some(Info)),
    (b"2026-09-28 04:30:30, Warning               DISM   DISM Provider Store", Some(Warn)),
    (b"2026-09-28 04:30:30.123, Error CSI 00000001 (F)", Some(Error)),
    (b"04:30, Error was seen", None),
];

/// Lower-case labels: compilers, daemons, the kernel, .NET.
#[rustfmt::skip]
const LABELS: &[Row] = &[
    (b"error[E0308]: mismatched types", Some(Error)),
    (b"error: could not compile `shop` (bin \"shop\") due to 1 previous error", Some(Error)),
    (b"warning: unused variable: `error`", Some(Warn)),
    (b"note: `#[warn(unused)]` on by default", Some(Info)),
    (b"src/x.rs:3:1: error[E0308]: mismatched types", Some(Error)),
    (b"main.c:42:7: error: 'n' undeclared (first use in this function)", Some(Error)),
    (b"main.c:42:7: warning: unused variable 'error' [-Wunused-variable]", Some(Warn)),
    (b"main.c:42:7: note: declared here", Some(Info)),
    (b"main.c:1:10: fatal error: shop.h: No such file or directory", None),
    (b"foo.cpp(12) : error: syntax", Some(Error)),
    (b"Nov 30 07:12:09 web-7 sshd[4242]: error: Received disconnect from 10.0.0.7: 3: Auth fail [preauth]", Some(Error)),
    (b"Nov 30 07:12:09 web-7 sshd[4242]: fatal: Write failed: Connection reset by peer [preauth]", Some(Fatal)),
    (b"Nov 30 07:12:09 web-7 sshd[4242]: Failed password for root from 10.0.0.7 port 22 ssh2", None),
    (b"[   12.345678] EXT4-fs (sda1): error: bad geometry", Some(Error)),
    (b"[   12.345678] error: firmware is missing", Some(Error)),
    (b"fail: Microsoft.AspNetCore.Server.Kestrel[13]", Some(Error)),
    (b"crit: Shop.Orders[0]", Some(Fatal)),
    (b"info: Microsoft.Hosting.Lifetime[14]", Some(Info)),
    (b"dbug: Shop.Orders[0]", Some(Debug)),
    (b"trce: Shop.Orders[0]", Some(Trace)),
    (b"warn: Shop.Orders[0]", Some(Warn)),
    (b"panic: runtime error: index out of range [7] with length 3", Some(Fatal)),
    (b"shop-1  | error: cannot connect", Some(Error)),
    (b"2026-11-30T07:12:09.123Z info: request ERROR", Some(Info)),
    (b"2026-11-30T07:12:09Z error: request refused", Some(Error)),
    (b"fatal: not a git repository (or any of the parent directories): .git", Some(Fatal)),
    (b"git: fatal: bad object", Some(Fatal)),
    (b"mean squared error: 0.1", None),
    (b"test error: 0.1, train error: 0.2", None),
    (b"error", None),
    (b"error in line 3", None),
    (b"errors: 0", None),
    (b"failed: 0", None),
    (b"terror: a film", None),
    (b"error [E0308]: a blank between", None),
];

/// Colours are invisible, and boundaries.
#[rustfmt::skip]
const COLOURED: &[Row] = &[
    (b"\x1b[31mERROR\x1b[0m payment failed", Some(Error)),
    (b"\x1b[2m2026-11-30T07:12:09.123456Z\x1b[0m \x1b[31mERROR\x1b[0m \x1b[2mshop\x1b[0m\x1b[2m:\x1b[0m x", Some(Error)),
    (b"\x1b[2m2026-11-30T07:12:09.123456Z\x1b[0m \x1b[32m INFO\x1b[0m \x1b[2mshop\x1b[0m\x1b[2m:\x1b[0m ERROR x", Some(Info)),
    (b"\x1b[0m\x1b[1m\x1b[38;5;9merror[E0308]\x1b[0m\x1b[0m\x1b[1m: mismatched types\x1b[0m", Some(Error)),
    (b"\x1b[0m\x1b[1m\x1b[33mwarning\x1b[0m\x1b[0m\x1b[1m: unused variable: `error`\x1b[0m", Some(Warn)),
    (b"\x1b[41m\x1b[30mfail\x1b[39m\x1b[22m\x1b[49m: Shop.Orders[0]", Some(Error)),
    (b"\x1b[90m7:12AM\x1b[0m \x1b[1m\x1b[31mERR\x1b[0m\x1b[0m cannot dial", Some(Error)),
    (b"[\x1b[32m\x1b[1minfo     \x1b[0m] \x1b[1mno ERROR\x1b[0m", Some(Info)),
    (b"[\x1b[31merror\x1b[0m] no plugin found", Some(Error)),
    (b"\x1b[36mlevel\x1b[0m=\x1b[31merror\x1b[0m msg=x", Some(Error)),
    (b"\x1b[34;1m\"level\"\x1b[0m\x1b[1;39m:\x1b[0m \x1b[0;39m50\x1b[0m", Some(Error)),
    (b"\x1b[38;5;196m03-17 16:13:38.811  1702  2395 E Shop: crash\x1b[0m", Some(Error)),
    (b"03-17 16:13:38.811  1702  2395 \x1b[31mE\x1b[0m Shop: crash", Some(Error)),
    (b"\x1b[31mE1130 07:12:09.123456    4242 main.go:7] x\x1b[0m", Some(Error)),
    (b"\x1b[1m\x1b[31mE, [2026-11-30T07:12:09.123456 #4242] x", Some(Error)),
    (b"\x1b[33m<11>x", Some(Error)),
    (b"prefix\x1b[31mERROR\x1b[0msuffix", Some(Error)),
    (b"/var/\x1b[1mERROR\x1b[0m/x", None),
    (b"\\u001b[31mERROR\\u001b[0m", Some(Error)),
    (b"31mERROR without an escape", None),
    (b"\x1bERROR after a lone escape", Some(Error)),
    (b"/\x1bERROR after a lone escape, which is seen", Some(Error)),
];

/// What only looks like an error, and bytes that are no text.
#[rustfmt::skip]
const NO_ERRORS: &[Row] = &[
    (b"", None),
    (b"\r", None),
    (b"0 errors, 0 warnings", None),
    (b"errorless", None),
    (b"ERRORLESS", None),
    (b"ERRORS", None),
    (b"NOERROR", None),
    (b"ERROR_CODE=0", None),
    (b"Error: in Title case is no label", None),
    (b"Errors were not found", None),
    (b"INFO quoting \"ERROR: it went wrong\"", Some(Info)),
    (b"2026-11-30 07:12:09 INFO Main - the last ERROR was [error] level=error", Some(Info)),
    (b"/var/ERROR/x", None),
    (b"open(/var/log/ERROR.log)", None),
    (b"org.acme.ERROR", None),
    (b"non-ERROR", None),
    (b"-ERROR", None),
    (b".ERROR", None),
    (b"%ERROR", None),
    (b"$ERROR", None),
    (b"${ERROR}", Some(Error)),
    (b"%ERROR but then FATAL", Some(Fatal)),
    (b"10.0.0.7 - - [30/Nov/2026:07:12:09 +0000] \"GET /error HTTP/1.1\" 500 17 \"-\" \"curl/8\"", None),
    (b"10.0.0.7 - - [30/Nov/2026:07:12:09 +0000] \"GET /ERROR HTTP/1.1\" 404 17 \"-\" \"curl/8\"", None),
    (b"Nov 30 07:12:09 web-7 systemd[1]: shop.service: Failed with result 'exit-code'.", None),
    (b"Nov 30 07:12:09 web-7 systemd[1]: Started Session 7 of user deploy.", None),
    (b"    at org.acme.Ledger.post(Ledger.java:42)", None),
    (b"java.lang.IllegalStateException: error in state", None),
    (b"Caused by: java.io.IOException: ERR", Some(Error)),
    (b"mirror terror zero hero", None),
    (b"a\0ERROR\0b", Some(Error)),
    (b"\0\0\0\0", None),
    (b"\xff\xfe ERROR \xff", Some(Error)),
    (b"\xff\xfe\xfd\x80", None),
    (b"ERROR one\rINFO two\r", Some(Error)),
    (b"INFO one\rERROR two\r", Some(Info)),
];

#[test]
fn every_line_has_its_level() {
    let tables = [
        UPPER_CASE, BRACKETED, KEYS, PREFIXES, LABELS, COLOURED, NO_ERRORS,
    ];
    assert!(tables.iter().map(|table| table.len()).sum::<usize>() >= 150);
    let wrong: Vec<String> = tables
        .into_iter()
        .flatten()
        .filter(|&&(line, expected)| level_of(line) != expected)
        .map(|&(line, expected)| {
            format!(
                "{:?}: {:?}, not {expected:?}",
                line.escape_ascii().to_string(),
                level_of(line)
            )
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_carriage_return_changes_nothing() {
    for &(line, expected) in [
        UPPER_CASE, BRACKETED, KEYS, PREFIXES, LABELS, COLOURED, NO_ERRORS,
    ]
    .into_iter()
    .flatten()
    {
        let with_cr = [line, b"\r"].concat();
        assert_eq!(level_of(&with_cr), expected, "{}", with_cr.escape_ascii());
    }
}

#[test]
fn names_go_both_ways() {
    for level in Level::ALL {
        assert_eq!(Level::from_name(level.name()), Some(level));
    }
    assert_eq!(Level::from_name("Error"), None);
    assert!(Fatal < Error && Error < Warn && Warn < Info && Info < Debug && Debug < Trace);
}

/// A mebibyte of bytes that look like tokens over and over.
#[test]
fn nasty_lines_take_linear_time() {
    let pieces: [&[u8]; 27] = [
        b"[",
        b"<",
        b"[ ",
        b"[a:",
        b"error ",
        b"error error: ",
        b"{\"",
        b"{\"level\"",
        b"\"level\"    ",
        b"level=",
        b"@level",
        b"@",
        b"E/",
        b" E/",
        b" E/a (",
        b"\x1b[",
        b"\x1b[1;",
        b"\\u001b[",
        b"\\",
        b"level\\",
        b" ",
        b"\t\x1b[m",
        b"a error[",
        b", Error",
        b"1 error[x",
        b"log.",
        b"<1",
    ];
    for piece in pieces {
        for start in [&b""[..], b"{"] {
            let line: Vec<u8> = start
                .iter()
                .chain(piece.iter().cycle())
                .copied()
                .take(1 << 20)
                .collect();
            // In time that grows with the square of the length, this would not end.
            std::hint::black_box(level_of(&line));
        }
    }
}
