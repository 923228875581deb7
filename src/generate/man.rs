//! The manual page: the options as clap describes them, and the sections of [`crate::manual`].

use std::io::{self, Write};

use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, italic, roman};

use crate::manual;

/// When what the page says last changed: a page has a date, and one of its making would make it stale.
const DATE: &str = "2026-11-30";

/// Writes the page of `command` to `out`.
///
/// # Errors
/// Those of writing.
pub(super) fn write(command: Command, out: &mut impl Write) -> io::Result<()> {
    // Without that the generator would leave out what is said of those that -h has no room for.
    let command = command.mut_args(|arg| arg.hide_short_help(false));
    let man = Man::new(command)
        .title("LC")
        .date(DATE)
        .manual("User Commands");
    man.render_title(out)?;
    man.render_name_section(out)?;
    synopsis().to_writer(out)?;
    man.render_description_section(out)?;
    man.render_options_section(out)?;
    sections().to_writer(out)?;
    see_also().to_writer(out)
}

/// Three uses; all options in a row, which is what the generator writes, help nobody.
fn synopsis() -> Roff {
    let mut roff = Roff::default();
    roff.control("SH", ["SYNOPSIS"]);
    let (option, file) = (italic("OPTION"), italic("FILE"));
    roff.text([
        bold("lc"),
        roman(" ["),
        option.clone(),
        roman("]... ["),
        file.clone(),
        roman("]..."),
    ]);
    roff.control("br", []);
    roff.text([
        bold("lc --compare"),
        roman(" ["),
        option,
        roman("]... ["),
        file,
        roman("]..."),
    ]);
    roff.control("br", []);
    roff.text([bold("lc --sample"), roman(" "), italic("SIZE")]);
    roff
}

fn sections() -> Roff {
    let mut roff = Roff::default();
    for section in &manual::SECTIONS {
        roff.control("SH", [section.title.to_uppercase().as_str()]);
        for entry in section.entries {
            roff.control("TP", []);
            roff.text([bold(entry.term)]);
            roff.text([roman(entry.meaning)]);
        }
    }
    roff
}

fn see_also() -> Roff {
    let mut roff = Roff::default();
    roff.control("SH", ["SEE ALSO"]);
    roff.text([
        bold("wc"),
        roman("(1), "),
        bold("grep"),
        roman("(1), "),
        bold("mmap"),
        roman("(2), "),
        bold("read"),
        roman("(2)"),
    ]);
    roff
}
