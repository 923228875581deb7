//! What is printed is byte for byte what the system's `wc` prints for the same arguments.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;
use std::thread;

use crate::support::{Folder, lc, ran, ran_on_pipe};

/// The same columns in the words of both programs.
struct Same {
    lc: &'static [&'static str],
    wc: &'static [&'static str],
}

const LINES: Same = Same {
    lc: &["-l"],
    wc: &["-l"],
};
const DEFAULT: Same = Same {
    lc: &[],
    wc: &["-l"],
};
const BYTES: Same = Same {
    lc: &["--bytes"],
    wc: &["-c"],
};
const LINES_BYTES: Same = Same {
    lc: &["-l", "--bytes"],
    wc: &["-l", "-c"],
};
const BYTES_LINES: Same = Same {
    lc: &["--bytes", "-l"],
    wc: &["-c", "-l"],
};
/// Display width is bytes only where all bytes are printable ASCII.
const LONGEST: Same = Same {
    lc: &["-L"],
    wc: &["-L"],
};
const ALL: Same = Same {
    lc: &["-l", "--bytes", "-L"],
    wc: &["-l", "-c", "-L"],
};

const ANY_BYTES: [Same; 5] = [LINES, DEFAULT, BYTES, LINES_BYTES, BYTES_LINES];
const PLAIN_TEXT: [Same; 7] = [
    LINES,
    DEFAULT,
    BYTES,
    LINES_BYTES,
    BYTES_LINES,
    LONGEST,
    ALL,
];

/// What both programs have as standard input.
#[derive(Clone, Copy, Debug)]
enum Stdin {
    Null,
    Pipe(&'static [u8]),
    File(&'static str),
    /// Redirected from a file of which a shell has read a line.
    Offset(&'static str),
}

fn wc_is_gnu() -> bool {
    static GNU: LazyLock<bool> = LazyLock::new(|| {
        let version = Command::new("wc").arg("--version").output();
        version.is_ok_and(|version| version.stdout.starts_with(b"wc (GNU coreutils)"))
    });
    if !*GNU {
        eprintln!("skipped: wc is not here or not GNU's");
    }
    *GNU
}

/// A folder with a few files, whose names are relative to it.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.file("empty", "");
    folder.file("two", "first line\nsecond line\n");
    folder.file("open", "first\nsecond\nno end");
    folder.file("lf", "\n");
    folder.file("noeol", "x");
    folder.file("big", "a line of twenty-four b\n".repeat(1234));
    folder.file("binary", b"\0\xff\r\n\xfe\n\n\0\r\ttab\x1b[1m\xe9\n\xc3");
    folder.file("bom", "\u{feff}one\ntwo\n");
    for size in [9, 10, 99, 100, 12345] {
        let text: Vec<u8> = b"1234567\n".iter().copied().cycle().take(size).collect();
        folder.file(format!("size{size}"), text);
    }
    std::fs::create_dir(folder.join("dir")).unwrap();
    std::os::unix::fs::symlink("loop", folder.join("loop")).unwrap();
    std::os::unix::fs::symlink("two", folder.join("link")).unwrap();
    std::os::unix::fs::symlink("gone", folder.join("dangling")).unwrap();
    folder
}

fn output(mut command: Command, stdin: Stdin, folder: &Folder) -> Output {
    command.current_dir(folder.path());
    match stdin {
        Stdin::Null => command.stdin(Stdio::null()),
        Stdin::File(name) => command.stdin(File::open(folder.join(name)).unwrap()),
        Stdin::Offset(name) => {
            let mut file = File::open(folder.join(name)).unwrap();
            std::io::Read::read_exact(&mut file, &mut [0; 6]).unwrap();
            command.stdin(file)
        }
        Stdin::Pipe(_) => command.stdin(Stdio::piped()),
    };
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    if let (Some(mut pipe), Stdin::Pipe(bytes)) = (child.stdin.take(), stdin) {
        thread::spawn(move || {
            let _ = pipe.write_all(bytes);
        });
    }
    child.wait_with_output().unwrap()
}

/// Opens the FIFO of that name anew, since it is read once only.
fn renew_fifo(folder: &Folder, args: &[OsString]) {
    if args.iter().any(|arg| arg == "fifo") {
        let _ = std::fs::remove_file(folder.join("fifo"));
        folder.fifo("fifo", b"from\na\nfifo\n");
    }
}

fn expect_same(folder: &Folder, stdin: Stdin, locale: &str, columns: &Same, args: &[OsString]) {
    let mut ours = lc();
    ours.arg("-q")
        .args(columns.lc)
        .args(args)
        .env("LC_ALL", locale);
    let mut theirs = Command::new("wc");
    theirs.args(columns.wc).args(args).env("LC_ALL", locale);
    let shown = format!("LC_ALL={locale} {ours:?} with {stdin:?}, beside {theirs:?}");
    renew_fifo(folder, args);
    let theirs = output(theirs, stdin, folder);
    renew_fifo(folder, args);
    let ours = output(ours, stdin, folder);
    assert_eq!(
        ours.stdout.escape_ascii().to_string(),
        theirs.stdout.escape_ascii().to_string(),
        "rows of {shown}"
    );
    expect_same_messages(&ours.stderr, &theirs.stderr, &shown);
    let status = match theirs.status.code() {
        Some(1) => Some(2),
        other => other,
    };
    assert_eq!(ours.status.code(), status, "exit status of {shown}");
}

/// `lc: NAME: reason` where wc says `wc: NAME: reason`, perhaps with a remedy behind it.
fn expect_same_messages(ours: &[u8], theirs: &[u8], shown: &str) {
    let split = |text: &[u8]| -> Vec<Vec<u8>> {
        text.split_inclusive(|&byte| byte == b'\n')
            .map(<[u8]>::to_vec)
            .collect()
    };
    let (ours, theirs) = (split(ours), split(theirs));
    assert_eq!(ours.len(), theirs.len(), "messages of {shown}: {ours:?}");
    for (our, their) in ours.iter().zip(&theirs) {
        let their = their
            .strip_prefix(b"wc: ")
            .unwrap_or(their)
            .trim_ascii_end();
        let rest = our
            .strip_prefix(b"lc: ")
            .and_then(|our| our.strip_prefix(their));
        assert!(
            rest.is_some_and(|rest| rest == b"\n" || rest.starts_with(b"; ")),
            "messages of {shown}\n ours: lc: … {}\n wc's: wc: {}",
            our.escape_ascii(),
            their.escape_ascii()
        );
    }
}

/// All columns, both locales.
fn expect_all_same(folder: &Folder, stdin: Stdin, columns: &[Same], args: &[&str]) {
    let args: Vec<OsString> = args.iter().map(OsString::from).collect();
    for locale in ["C", "C.UTF-8"] {
        for columns in columns {
            expect_same(folder, stdin, locale, columns, &args);
        }
    }
}

#[test]
fn stdin_without_operands_is_one_nameless_row() {
    if !wc_is_gnu() {
        return;
    }
    let folder = folder();
    for stdin in [
        Stdin::Null,
        Stdin::Pipe(b""),
        Stdin::Pipe(b"one\ntwo\nthree"),
        Stdin::File("two"),
        Stdin::File("empty"),
        Stdin::File("big"),
        Stdin::Offset("two"),
        Stdin::Offset("big"),
    ] {
        expect_all_same(&folder, stdin, &PLAIN_TEXT, &[]);
        expect_all_same(&folder, stdin, &ANY_BYTES, &["-"]);
    }
    expect_all_same(&folder, Stdin::File("binary"), &ANY_BYTES, &[]);
    expect_all_same(&folder, Stdin::File("dir"), &ANY_BYTES, &[]);
}

#[test]
fn a_single_file_is_one_named_row() {
    if !wc_is_gnu() {
        return;
    }
    let folder = folder();
    for name in [
        "two",
        "open",
        "lf",
        "noeol",
        "empty",
        "big",
        "link",
        "./two",
        "dir/../two",
    ] {
        expect_all_same(&folder, Stdin::Null, &PLAIN_TEXT, &[name]);
    }
    for name in ["binary", "bom"] {
        expect_all_same(&folder, Stdin::Null, &ANY_BYTES, &[name]);
    }
}

#[test]
fn several_files_end_in_a_total() {
    if !wc_is_gnu() {
        return;
    }
    let folder = folder();
    let plain: &[&[&str]] = &[
        &["two", "open"],
        &["two", "two"],
        &["empty", "empty"],
        &["empty", "noeol", "lf"],
        &["big", "two", "open", "empty"],
        &["two", "big", "link"],
    ];
    for args in plain {
        expect_all_same(&folder, Stdin::Null, &PLAIN_TEXT, args);
    }
    expect_all_same(&folder, Stdin::Null, &ANY_BYTES, &["binary", "bom", "two"]);
}

#[test]
fn a_dash_is_stdin_wherever_it_stands() {
    if !wc_is_gnu() {
        return;
    }
    let folder = folder();
    for stdin in [
        Stdin::Null,
        Stdin::Pipe(b"one\ntwo\n"),
        Stdin::File("big"),
        Stdin::Offset("two"),
    ] {
        let shapes: &[&[&str]] = &[&["two", "-"], &["-", "two"], &["--", "-"], &["./-", "-"]];
        for args in shapes {
            expect_all_same(&folder, stdin, &PLAIN_TEXT, args);
        }
        // Bytes alone wc takes from the size of a file, and counts them again at the second dash.
        let read = [LINES, DEFAULT, LINES_BYTES, LONGEST, ALL];
        expect_all_same(&folder, stdin, &read, &["-", "-"]);
        expect_all_same(&folder, stdin, &read, &["-", "two", "-"]);
    }
    let again = output(
        {
            let mut c = lc();
            c.args(["-q", "--bytes", "-", "-"]);
            c
        },
        Stdin::File("big"),
        &folder,
    );
    assert_eq!(again.stdout, b"29616 -\n    0 -\n29616 total\n");
}

#[test]
fn columns_are_as_wide_as_the_summed_sizes() {
    if !wc_is_gnu() {
        return;
    }
    let folder = folder();
    let shapes: &[&[&str]] = &[
        &["size9"],
        &["size10"],
        &["size99"],
        &["size100"],
        &["size12345"],
        &["size9", "noeol"],
        &["size9", "empty"],
        &["size99", "lf"],
        &["size9", "size10", "size99", "size100", "size12345"],
        &["size100", "size12345", "size9"],
        &["missing", "size9"],
        &["size100", "missing"],
        &["missing", "missing"],
    ];
    for args in shapes {
        expect_all_same(&folder, Stdin::Null, &PLAIN_TEXT, args);
        expect_all_same(
            &folder,
            Stdin::File("size12345"),
            &PLAIN_TEXT,
            &[args, &["-"][..]].concat(),
        );
    }
}

#[test]
fn columns_are_seven_wide_when_an_input_is_not_regular() {
    if !wc_is_gnu() {
        return;
    }
    let folder = folder();
    let shapes: &[&[&str]] = &[
        &["/dev/null"],
        &["/dev/null", "two"],
        &["two", "/dev/null", "big"],
        &["fifo"],
        &["fifo", "two"],
        &["two", "fifo"],
        &["two", "-"],
        &["dir"],
        &["two", "dir", "open"],
    ];
    for args in shapes {
        expect_all_same(&folder, Stdin::Pipe(b"a\nb\n"), &PLAIN_TEXT, args);
    }
}

#[test]
fn a_pseudo_file_is_read_though_it_says_it_is_empty() {
    if !wc_is_gnu() || !Path::new("/proc/version").exists() {
        return;
    }
    let folder = folder();
    for args in [
        &["/proc/version"][..],
        &["/proc/version", "two"],
        &["two", "/proc/filesystems"],
    ] {
        expect_all_same(&folder, Stdin::Null, &ANY_BYTES, args);
    }
}

#[test]
fn inputs_that_cannot_be_opened_have_no_row_and_a_message_each() {
    if !wc_is_gnu() {
        return;
    }
    let folder = folder();
    let too_long = "n".repeat(300);
    let shapes: &[&[&str]] = &[
        &["missing"],
        &["two", "missing", "open"],
        &["missing", "two"],
        &["two", "missing"],
        &["missing", "gone", "two"],
        &["two/below"],
        &["loop", "two"],
        &["dangling"],
        &["missing/dir/file"],
        &["two/"],
        &[&too_long, "two"],
        &["--", "-missing"],
    ];
    for args in shapes {
        expect_all_same(&folder, Stdin::Null, &PLAIN_TEXT, args);
    }
}

#[test]
fn a_directory_has_a_row_of_zeros_and_a_message() {
    if !wc_is_gnu() {
        return;
    }
    let folder = folder();
    for args in [
        &["dir"][..],
        &["."],
        &["two", "dir"],
        &["dir", "two"],
        &["dir", "dir"],
        &["link", "dir/"],
    ] {
        expect_all_same(&folder, Stdin::Null, &PLAIN_TEXT, args);
    }
}

#[test]
fn stdin_named_by_a_dash_is_a_dash_in_messages() {
    if !wc_is_gnu() {
        return;
    }
    expect_all_same(&folder(), Stdin::File("dir"), &ANY_BYTES, &["-"]);
    expect_all_same(&folder(), Stdin::File("dir"), &ANY_BYTES, &["two", "-"]);
}

/// Names that a shell, a terminal or a reader of rows would misread, in some locale or all.
const ODD_NAMES: &[&[u8]] = &[
    b"with blank",
    b" ",
    b"  two",
    b"it's",
    b"'",
    b"''",
    b"say \"hi\"",
    b"it's \"both\"",
    b"it's $x",
    b"it's `x`",
    b"it's a\\b",
    b"it's!",
    b"back\\slash",
    b"dollar$",
    b"tick`",
    b"star*",
    b"question?",
    b"amper&sand",
    b"semi;colon",
    b"pi|pe",
    b"less<more>",
    b"(round)",
    b"[square]",
    b"{curly}",
    b"{",
    b"}",
    b"hash#",
    b"#hash",
    b"~tilde",
    b"tilde~",
    b"co:lon",
    b"equal=s",
    b"=equals",
    b"ca^ret",
    b"bang!",
    b"per%cent",
    b"comma,at@plus+",
    b"??=",
    b"-dash",
    b"--",
    b"tab\there",
    b"\ttab first",
    b"tab last\t",
    b"\x07bell",
    b"esc\x1b[1m",
    b"del\x7f",
    b"cr\r",
    b"vt\x0bff\x0c\x08",
    b"\x01\x02 x \x03",
    b"new\nline",
    b"\nfirst",
    b"last\n",
    b"\n",
    b"\n\n",
    b"two\nnew\nlines",
    b"new\nand blank",
    b"new\n and quote it's",
    b"new\nand \xc3\xa9",
    b"new\nand \xff",
    b"new\n\tand tab",
    b"new\n\"quotes\"",
    b"\xc3\xa9t\xc3\xa9",
    b"\xe6\x97\xa5\xe6\x9c\xac",
    b"\xf0\x9f\x98\x80",
    b"\xff",
    b"a\xffb",
    b"\xc3",
    b"\xe0\xa4",
    b"\xed\xa0\x80",
    b"\xc0\xaf",
    b"\xf4\x90\x80\x80",
    b"latin\xe9",
    b"\xc2\x85 control",
    b"mixed \xc3\xa9\xff\xc3\xa9",
];

fn expect_same_names(names: &[&[u8]]) {
    let folder = folder();
    let exists = |name: &&&[u8]| !name.contains(&b'/');
    for name in names.iter().filter(exists) {
        folder.file(OsStr::from_bytes(name), "one\ntwo\n");
    }
    for locale in ["C", "C.UTF-8"] {
        for name in names {
            let name = OsStr::from_bytes(name).to_owned();
            let mut missing = name.clone();
            missing.push(".gone");
            let mut prefixed = OsString::from("./");
            prefixed.push(&name);
            let args = ["--".into(), name, missing.clone(), prefixed];
            expect_same(&folder, Stdin::Null, locale, &LINES_BYTES, &args);
            expect_same(
                &folder,
                Stdin::Null,
                locale,
                &LINES,
                &["--".into(), missing],
            );
        }
        // A missing name alone, exactly as it is.
        let elsewhere = Folder::new();
        for name in names {
            let args = ["--".into(), OsStr::from_bytes(name).to_owned()];
            expect_same(&elsewhere, Stdin::Null, locale, &LINES, &args);
        }
    }
}

#[test]
fn odd_names_are_quoted_as_wc_quotes_them() {
    if wc_is_gnu() {
        expect_same_names(ODD_NAMES);
    }
}

#[test]
fn a_quote_after_an_escape_is_quoted_as_wc_quotes_it() {
    if wc_is_gnu() {
        expect_same_names(&[b"new\n'quoted'", b"\t'", b"\n'", b"'\n'", b"a\n\"'b"]);
    }
}

#[test]
fn separators_and_characters_that_do_not_exist_are_escaped_in_utf8() {
    if wc_is_gnu() {
        // LINE SEPARATOR, PARAGRAPH SEPARATOR, two that Unicode says are never characters.
        let names: [&[u8]; 4] = [
            b"a\xe2\x80\xa8b",
            b"a\xe2\x80\xa9b",
            b"a\xef\xbf\xbfb",
            b"new\n\xe2\x80\xa8",
        ];
        expect_same_names(&names);
    }
}

#[test]
fn an_empty_name_is_an_input_that_fails() {
    if !wc_is_gnu() {
        return;
    }
    // wc does not say which name is empty; lc's messages name what they speak of, here ''.
    let folder = folder();
    for args in [&[""][..], &["two", ""]] {
        let ours = output(
            {
                let mut c = lc();
                c.arg("-q").args(args);
                c
            },
            Stdin::Null,
            &folder,
        );
        let theirs = output(
            {
                let mut c = Command::new("wc");
                c.arg("-l").args(args);
                c
            },
            Stdin::Null,
            &folder,
        );
        assert_eq!(ours.stdout, theirs.stdout, "{args:?}");
        assert_eq!(
            (ours.status.code(), theirs.status.code()),
            (Some(2), Some(1)),
            "{args:?}"
        );
        let message = String::from_utf8(ours.stderr).unwrap();
        assert!(message.starts_with("lc: '': "), "{message}");
        assert_eq!(message.lines().count(), 1, "{message}");
    }
}

#[test]
fn closed_stdin_is_an_input_that_fails() {
    if !wc_is_gnu() {
        return;
    }
    let folder = folder();
    let closed = |program: &str, args: &[&str]| {
        let mut shell = Command::new("sh");
        shell
            .args(["-c", "exec \"$0\" \"$@\" <&-", program])
            .args(args);
        shell.env("LC_ALL", "C.UTF-8").current_dir(folder.path());
        ran(&mut shell)
    };
    let ours = closed(env!("CARGO_BIN_EXE_lc"), &["-q"]);
    let theirs = closed("wc", &["-l"]);
    assert_eq!(theirs.status, Some(1), "{theirs:?}");
    assert_eq!(ours.status, Some(2), "{ours:?}");
    assert!(ours.stderr.contains("Bad file descriptor"), "{ours:?}");
    assert_eq!(
        closed(env!("CARGO_BIN_EXE_lc"), &["-q", "two"]),
        closed("wc", &["-l", "two"])
    );
}

#[test]
fn a_list_of_names_is_counted_in_its_order() {
    if !wc_is_gnu() {
        return;
    }
    let folder = folder();
    // The sum of the sizes has one digit, so that wc's columns are one wide, too.
    folder.file("small.list", "lf\0noeol\0empty");
    folder.file("one.list", "big\0");
    folder.file("empty.list", "");
    folder.file("dash.list", "lf\0-\0noeol\0");
    for list in ["small.list", "one.list", "empty.list", "dash.list"] {
        let args: OsString = format!("--files0-from={list}").into();
        for columns in [LINES, DEFAULT, BYTES] {
            expect_same(
                &folder,
                Stdin::File("lf"),
                "C.UTF-8",
                &columns,
                std::slice::from_ref(&args),
            );
        }
    }
    let args: OsString = "--files0-from=-".into();
    expect_same(
        &folder,
        Stdin::File("small.list"),
        "C.UTF-8",
        &LINES_BYTES,
        &[args],
    );
}

#[test]
fn a_streamed_list_has_columns_as_wide_as_their_numbers() {
    if !wc_is_gnu() {
        return;
    }
    let folder = folder();
    for list in [
        &b"big\0two\0missing\0empty"[..],
        b"two\0",
        b"",
        b"big\0size12345\0/dev/null\0open\0",
        b"dir\0two\0",
        b"missing\0",
        b"with\nnewline\0two\0",
    ] {
        for columns in PLAIN_TEXT {
            let args: OsString = "--files0-from=-".into();
            expect_same(&folder, Stdin::Pipe(list), "C.UTF-8", &columns, &[args]);
        }
    }
}

/// wc reads a list that is a regular file to its end first and pads to the sum of the sizes; lc does
/// not wait for the end of any list, and so cannot know the sum.
#[test]
fn a_list_in_a_file_is_not_read_ahead_for_the_width() {
    let folder = folder();
    folder.file("list", "big\0two\0");
    let run = |args: &[&str]| ran(lc().current_dir(folder.path()).arg("-q").args(args)).stdout;
    assert_eq!(
        run(&["--files0-from=list"]),
        "1234 big\n2 two\n1236 total\n"
    );
    assert_eq!(
        run(&["--files0-from", "list", "-l", "--bytes"]),
        "1234 29616 big\n2 23 two\n1236 29639 total\n"
    );
    let stdin = output(
        {
            let mut c = lc();
            c.args(["-q", "--files0-from=-"]);
            c
        },
        Stdin::File("list"),
        &folder,
    );
    assert_eq!(stdin.stdout, b"1234 big\n2 two\n1236 total\n");
}

/// As the manual of coreutils 9.2 and later has it; older ones do not know the option.
#[test]
fn the_total_row_comes_when_it_is_asked_for() {
    let folder = folder();
    let one = ["two"];
    let several = ["two", "big", "empty"];
    let auto = "    2 two\n 1234 big\n    0 empty\n 1236 total\n";
    let cases: &[(&[&str], &[&str], &str)] = &[
        (&[], &several, auto),
        (&["--total=auto"], &several, auto),
        (&["--total=auto"], &one, "2 two\n"),
        (&["--total=always"], &several, auto),
        (&["--total=always"], &one, "2 two\n2 total\n"),
        (&["--total=always", "--bytes"], &one, "23 two\n23 total\n"),
        (
            &["--total=always", "-l", "--bytes"],
            &one,
            " 2 23 two\n 2 23 total\n",
        ),
        (&["--total", "always"], &[], "0\n0 total\n"),
        (&["--total=only"], &several, "1236\n"),
        (&["--total=only"], &one, "2\n"),
        (&["--total=only", "-l", "--bytes"], &several, "1236 29639\n"),
        (
            &["--total=only", "-l", "--bytes", "-L"],
            &several,
            "1236 29639 23\n",
        ),
        (&["--total=only"], &[], "0\n"),
        (
            &["--total=never"],
            &several,
            "    2 two\n 1234 big\n    0 empty\n",
        ),
        (&["--total=never"], &one, "2 two\n"),
        (&["--total=never", "--total=only"], &several, "1236\n"),
        (&["--total=only", "--total=never"], &one, "2 two\n"),
    ];
    let newer = wc_is_gnu()
        && Command::new("wc")
            .args(["--total=only", "/dev/null"])
            .output()
            .is_ok_and(|output| output.status.success());
    for (options, files, expected) in cases {
        let ours = ran(lc()
            .current_dir(folder.path())
            .arg("-q")
            .args(*options)
            .args(*files));
        assert_eq!(
            ours.stdout, *expected,
            "lc -q {options:?} {files:?}: {ours:?}"
        );
        assert_eq!(
            (ours.stderr.as_str(), ours.status),
            ("", Some(0)),
            "{options:?} {files:?}"
        );
        if newer && options.iter().all(|option| option.starts_with("--total=")) {
            let mut theirs = Command::new("wc");
            theirs
                .arg("-l")
                .args(*options)
                .args(*files)
                .stdin(Stdio::null());
            let theirs = ran(theirs.current_dir(folder.path()));
            assert_eq!(theirs.stdout, *expected, "wc -l {options:?} {files:?}");
        }
    }
}

#[test]
fn failed_inputs_are_told_beside_a_total_alone() {
    let folder = folder();
    let run = ran(lc().current_dir(folder.path()).args([
        "-q",
        "--total=only",
        "two",
        "missing",
        "dir",
        "open",
    ]));
    assert_eq!(run.stdout, "4\n");
    assert_eq!(run.stderr.lines().count(), 2, "{}", run.stderr);
    assert_eq!(run.status, Some(2));
}

#[test]
fn rows_can_be_sorted_by_number() {
    let folder = folder();
    let script = "\"$0\" \"$@\" | LC_ALL=C sort -n";
    let sorted = |options: &[&str]| {
        let mut shell = Command::new("sh");
        shell
            .args(["-c", script, env!("CARGO_BIN_EXE_lc")])
            .args(options);
        ran(shell.args(["big", "two", "lf"]).current_dir(folder.path()))
    };
    let expected = "    1 lf\n    2 two\n 1234 big\n 1237 total\n";
    let quiet = sorted(&["-q"]);
    assert_eq!(
        (quiet.stdout.as_str(), quiet.stderr.as_str()),
        (expected, "")
    );
    let telling = sorted(&[]);
    assert_eq!(telling.stdout, expected);
    assert!(telling.stderr.starts_with("lc: "), "{telling:?}");
}

#[test]
fn every_strategy_prints_the_same_rows() {
    if !wc_is_gnu() {
        return;
    }
    let folder = folder();
    for strategy in crate::support::strategies() {
        for threads in ["-j1", "-j3"] {
            let args = ["two", "missing", "big", "empty", "dir", "binary", "noeol"];
            let ours = ran(lc()
                .current_dir(folder.path())
                .args(["-q", "-l", "--bytes", "-s", strategy, threads])
                .args(args));
            let theirs = ran(Command::new("wc")
                .current_dir(folder.path())
                .args(["-l", "-c"])
                .args(args)
                .stdin(Stdio::null()));
            assert_eq!(ours.stdout, theirs.stdout, "{strategy} {threads}");
            assert_eq!(ours.status, Some(2), "{strategy} {threads}");
        }
    }
}

#[test]
fn a_pipe_counts_as_the_same_bytes_in_a_file() {
    if !wc_is_gnu() {
        return;
    }
    let bytes = b"one\ntwo\0\xff\r\nlast".repeat(5000);
    let theirs = ran_on_pipe(Command::new("wc").args(["-l", "-c"]), &bytes);
    let ours = ran_on_pipe(lc().args(["-q", "-l", "--bytes"]), &bytes);
    assert_eq!(ours, theirs);
}
