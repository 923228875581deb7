//! What the long help and the manual page say beyond the options: the one source of both.

/// A part of the manual.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// Its title, in sentence case.
    pub title: &'static str,
    /// What it explains, in order.
    pub entries: &'static [Entry],
}

/// A term and its meaning: an example and what it does, a variable and what it changes.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// As it is typed.
    pub term: &'static str,
    /// One paragraph.
    pub meaning: &'static str,
}

const fn entry(term: &'static str, meaning: &'static str) -> Entry {
    Entry { term, meaning }
}

/// In the order in which they are shown.
pub const SECTIONS: [Section; 4] = [EXAMPLES, CHOOSING, EXIT_STATUS, ENVIRONMENT];

/// Commands that work as they stand where there are such files.
pub const EXAMPLES: Section = Section {
    title: "Examples",
    entries: &[
        entry(
            "lc big.log",
            "Counts its lines; the report on standard error tells what that cost.",
        ),
        entry(
            "n=$(lc -q < big.log)",
            "The number alone, without a name and without a report.",
        ),
        entry(
            "lc -q --errors=warn *.log | sort -n",
            "The lines of severity warn or worse of each file, most last.",
        ),
        entry(
            "lc --levels app.log",
            "How many lines there are of each severity.",
        ),
        entry(
            "lc -q --max-errors 0 build.log || echo failed",
            "A gate: the exit status is 1 if there is an error line.",
        ),
        entry(
            "lc -l -i -e 'timeout|refused' -e 'reset by peer' app.log",
            "All lines, and those that match either pattern, in either case.",
        ),
        entry(
            "lc -r logs",
            "Every file below a directory, and their total.",
        ),
        entry(
            "lc -s chunk -b 1M -j 2 big.log",
            "Reads as it is told: a mebibyte at a time, two ranges at once.",
        ),
        entry(
            "lc --compare big.log",
            "Runs every strategy on this file, and tells which is best for it.",
        ),
        entry(
            "lc --compare -s byte,chunk -b 512,4K,64K,1M big.log",
            "A sweep: what larger buffers gain.",
        ),
        entry(
            "lc --json big.log > cost.json",
            "All figures as JSON Lines, for a program to read.",
        ),
    ],
};

/// The figures are coarse on purpose: they are those of one machine, and `--compare` gives the reader's own.
pub const CHOOSING: Section = Section {
    title: "Choosing a strategy",
    entries: &[
        entry(
            "auto",
            "For nearly everything, and the default: chunk, on all CPUs where files are large or many. On two \
             CPUs that takes half the time of one, in some 3 MiB of memory.",
        ),
        entry(
            "chunk",
            "On one thread, for as little memory as there can be, whatever the file's size, while \
             the other CPUs do something else. Reads larger than 256K gain little.",
        ),
        entry(
            "mmap",
            "About as fast as chunk, faster or slower as the file came into the page cache. Only for regular \
             files, and not for those that somebody truncates meanwhile: what is gone then cannot be counted. Its peak \
             memory is as large as the file without a window (--buf), but is the page cache's.",
        ),
        entry(
            "lines",
            "Line by line, as most programs read logs: to see what that costs, three to four times chunk's time \
             on lines of usual length.",
        ),
        entry(
            "whole",
            "All of the file in memory first, then one pass: to see what that costs, which is the file's size \
             in memory and the time to get it, three to twelve times chunk's.",
        ),
        entry(
            "byte",
            "A lesson: about fifteen times chunk's time with a buffer, and some thousands of times with --buf 1, \
             which makes a system call for every byte.",
        ),
        entry(
            "lc --compare FILE",
            "Measures all of this on your own file and machine. The times above are those of a file in the page \
             cache; where it comes from a disk, the disk decides, and no way of reading is faster (--cache cold \
             shows that).",
        ),
    ],
};

/// All of them; the highest that applies is used.
pub const EXIT_STATUS: Section = Section {
    title: "Exit status",
    entries: &[
        entry("0", "All inputs were counted, whatever the counts."),
        entry("1", "More lines were counted than --max-errors allows."),
        entry(
            "2",
            "The command line is wrong, an input failed (the others are counted all the same), the output cannot \
             be written, or the counts of a comparison differ.",
        ),
        entry(
            "130, 143",
            "SIGINT or SIGTERM ended it, as a shell tells it; the counts so far are on standard error. SIGUSR1 \
             ends nothing, but asks how far the counting is.",
        ),
    ],
};

/// Those that are read, here or by the crates that are used.
pub const ENVIRONMENT: Section = Section {
    title: "Environment",
    entries: &[
        entry(
            "NO_COLOR, CLICOLOR_FORCE, CLICOLOR",
            "Without --color: no colours where the first is set and not empty; colours also in pipes where the \
             second is set and not 0; no colours where the third is 0. The first set in this order decides.",
        ),
        entry(
            "TERM",
            "dumb: no colours, unless --color or a variable asks for them. dumb and linux, the console: nothing but ASCII in the table of --compare.",
        ),
        entry(
            "COLUMNS",
            "How wide the help and the table of --compare are where no terminal tells.",
        ),
        entry(
            "LC_ALL, LC_CTYPE, LANG",
            "The first that is set and not empty says whether UTF-8 is shown; where it is not, what is not \
             ASCII is escaped in quoted names, and replaced in the table of --compare.",
        ),
        entry(
            "TMPDIR",
            "Where --compare makes its sample log, and its copy of standard input [default: /tmp].",
        ),
    ],
};
