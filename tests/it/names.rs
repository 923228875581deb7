//! Names at the limits of what a kernel takes: very long, very many, links that lead nowhere.

use std::fs;
use std::os::unix::fs::symlink;

use crate::support::{Folder, lc, ran};

/// The longest path that open(2) takes: PATH_MAX without its NUL.
const LONGEST: usize = 4095;

/// A path of that length, all but the file made.
pub fn longest_path(folder: &Folder) -> String {
    let mut path = folder
        .path()
        .canonicalize()
        .unwrap()
        .to_str()
        .unwrap()
        .to_owned();
    while path.len() + 202 < LONGEST {
        path += &format!("/{}", "d".repeat(200));
    }
    fs::create_dir_all(&path).unwrap();
    path += &format!("/{}", "f".repeat(LONGEST - path.len() - 1));
    path
}

#[test]
fn a_path_as_long_as_can_be_is_counted_and_a_longer_one_told() {
    let folder = Folder::new();
    let path = longest_path(&folder);
    fs::write(&path, "1\n2\n").unwrap();
    let longer = format!("{path}x");
    folder.file("list", [&path, "\0", &longer, "\0", &path].concat());
    let mut by_list = lc();
    by_list.arg("--files0-from").arg(folder.join("list"));
    let mut by_name = lc();
    by_name.args([&path, &longer, &path]);
    for command in [&mut by_list, &mut by_name] {
        let run = ran(command.arg("-q"));
        assert_eq!(run.stdout, format!("2 {path}\n2 {path}\n4 total\n"));
        assert_eq!(run.stderr, format!("lc: {longer}: File name too long\n"));
        assert_eq!(run.status, Some(2));
    }
    let run = ran(lc().args(["-q", "--total=only", "-r"]).arg(folder.path()));
    assert_eq!(
        (run.stdout.as_str(), run.status),
        ("2\n", Some(0)),
        "{run:?}"
    );
}

#[test]
fn fifty_thousand_arguments_are_counted() {
    let folder = Folder::new();
    let names: Vec<String> = (0..50_000).map(|i| format!("f{}", i % 100)).collect();
    names[..100]
        .iter()
        .for_each(|name| drop(folder.file(name, "1\n")));
    for options in [&["-q"][..], &["-q", "-j3"], &["-q", "-s", "mmap"]] {
        let mut command = lc();
        let run = ran(command
            .current_dir(folder.path())
            .args(options)
            .args(&names));
        let rows = run
            .stdout
            .trim_end()
            .strip_suffix(" total")
            .expect("a total");
        let rows = rows
            .strip_suffix("50000")
            .expect("of all")
            .trim_end_matches(' ');
        let counted = rows
            .lines()
            .zip(&names)
            .filter(|(row, name)| row.split_whitespace().eq(["1", name.as_str()]));
        assert_eq!((counted.count(), rows.lines().count()), (50_000, 50_000));
        assert_eq!(
            (run.stderr.as_str(), run.status),
            ("", Some(0)),
            "{options:?}"
        );
    }
}

#[test]
fn links_that_lead_in_a_circle_are_told_as_operands_and_skipped_on_the_way() {
    let folder = Folder::new();
    fs::create_dir_all(folder.join("tree/below")).unwrap();
    folder.file("tree/below/f", "1\n");
    symlink("itself", folder.join("tree/itself")).unwrap();
    symlink("pong", folder.join("tree/ping")).unwrap();
    symlink("ping", folder.join("tree/pong")).unwrap();
    symlink("..", folder.join("tree/below/up")).unwrap();
    symlink("../../tree", folder.join("tree/below/again")).unwrap();
    let run = |args: &[&str]| ran(lc().current_dir(folder.path()).arg("-q").args(args));
    let tree = run(&["-r", "tree"]);
    assert_eq!(tree.stdout, "1 tree/below/f\n");
    assert_eq!((tree.stderr.as_str(), tree.status), ("", Some(0)));
    for args in [
        &["tree/itself", "tree/below/f"][..],
        &["-r", "tree/itself", "tree/below/f"],
    ] {
        let looped = run(args);
        let said = "lc: tree/itself: Too many levels of symbolic links\n";
        assert_eq!(
            (looped.stderr.as_str(), looped.status),
            (said, Some(2)),
            "{args:?}"
        );
        assert!(looped.stdout.contains("1 tree/below/f\n"), "{looped:?}");
    }
    // A folder named by a link into itself is walked once.
    let again = run(&["-r", "tree/below/again"]);
    assert_eq!(again.stdout, "1 tree/below/again/below/f\n");
    assert_eq!((again.stderr.as_str(), again.status), ("", Some(0)));
}
