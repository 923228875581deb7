complete -c lc -l errors -d 'Count lines of a severity or worse: fatal, error, warn, info, debug or trace [default: error]' -r -f -a "fatal\t''
error\t''
warn\t''
info\t''
debug\t''
trace\t''"
complete -c lc -s e -l pattern -d 'Count lines that match; repeat it for any of several' -r
complete -c lc -s f -l file -d 'Read patterns from a file, one a line; - is standard input' -r -F
complete -c lc -s s -l strategy -d 'How the input is read [default: auto]' -r -f -a "auto\t'What is fastest for the input; never maps it'
byte\t'One byte at a time, from a buffer; with --buf 1 a system call per byte'
lines\t'Line by line through a buffer, never holding more than --max-line-len of a line'
chunk\t'Large pieces, as read(2) gives them'
whole\t'The whole input in memory at once'
mmap\t'The file mapped into memory'"
complete -c lc -s b -l buf -d 'Bytes of a read or buffer [default: the strategy\'s]' -r
complete -c lc -s j -l threads -d 'Ranges read at once [default: 1; auto: its choice]' -r
complete -c lc -l max-line-len -d 'Bytes above which a line is overlong, and of which no more is held' -r
complete -c lc -l overlong -d 'What becomes of lines above --max-line-len' -r -f -a "scan\t'Search all of the line, as it streams by'
truncate\t'Search as if the line ended at the limit'
skip\t'Leave it out of matches and severities'
error\t'Stop there: all counts are those of the lines before'"
complete -c lc -l max-memory -d 'Bytes that whole may hold [default: what is available]' -r
complete -c lc -l cache -d 'What the page cache is to hold of an input before it is read' -r -f -a "as-is\t'Whatever it holds'
warm\t'All of it'
cold\t'Nothing of it, so that it comes from the disk'"
complete -c lc -l range -d 'Count lines that start there, as 1M.. [default: all]' -r
complete -c lc -l files0-from -d 'Read the names of the inputs, each ended by NUL, from a file; - is standard input' -r -F
complete -c lc -l total -d 'When to print a row of totals' -r -f -a "auto\t'With more than one input'
always\t'Always'
only\t'Always, and nothing else'
never\t'Never'"
complete -c lc -l progress -d 'When to show on standard error how far the counting is' -r -f -a "auto\t'A bar on a terminal, after a second; not with --quiet or --json'
always\t'Always; where there is no terminal, a line from time to time'
never\t'Never'"
complete -c lc -l max-errors -d 'Exit with 1 when --errors, else -e, counts more than N' -r
complete -c lc -l color -d 'When to use colours' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c lc -l runs -d 'Runs of each way of reading [default: as many as --max-time allows and the figures need]' -r
complete -c lc -l warmup -d 'Runs of each before those that are counted [default: 1]' -r
complete -c lc -l max-time -d 'Seconds after which no further round begins [default: 30]' -r
complete -c lc -l export-json -d 'Write the results as JSON, in hyperfine\'s fields and more; - is standard output' -r -F
complete -c lc -l export-csv -d 'Write the results as CSV; - is standard output' -r -F
complete -c lc -l export-markdown -d 'Write the results as a Markdown table; - is standard output' -r -F
complete -c lc -l sample -d 'Write a sample log, or compare on one [default: 256M]' -r
complete -c lc -l generate -d 'Write a manual page or the completions of a shell to standard output' -r -f -a "man\t'The manual page'
bash\t'Completions for bash'
zsh\t'Completions for zsh'
fish\t'Completions for fish'
elvish\t'Completions for elvish'
powershell\t'Completions for PowerShell'"
complete -c lc -s l -l lines -d 'Count LF bytes, as wc -l does (the default)'
complete -c lc -l levels -d 'Print a row for each severity, with its share'
complete -c lc -s F -l fixed-strings -d 'Patterns are text, not regular expressions'
complete -c lc -s i -l ignore-case -d 'Letters match in either case'
complete -c lc -s w -l word-regexp -d 'Patterns match whole words only'
complete -c lc -s x -l line-regexp -d 'Patterns match whole lines only'
complete -c lc -s v -l invert-match -d 'Count the lines that do not match'
complete -c lc -l crlf -d 'A CR before the LF is part of the line\'s end, for $ and -x'
complete -c lc -l bytes -d 'Count bytes'
complete -c lc -s L -l longest -d 'Print the longest line\'s length in bytes'
complete -c lc -s r -l recursive -d 'Count the files below directories [default: below .]'
complete -c lc -s q -l quiet -d 'No report; errors are still told'
complete -c lc -l json -d 'JSON Lines on standard output; no columns, no report'
complete -c lc -l compare -d 'Run every strategy on the inputs, and tell which is best'
complete -c lc -s h -l help -d 'Print the help: -h fits a screen, --help explains everything'
complete -c lc -s V -l version -d 'Print the version'
