"""Types the beginnings of lines into a shell on a terminal of its own, presses the key that completes them, and prints
the completed line and the words listed below it.

    completed_lines.py SHELL SCRIPT FOLDER <lines

SCRIPT is the script that the program printed for the shell. FOLDER contains the program; the shell starts there.
"""
import fcntl
import json
import os
import pty
import re
import struct
import sys
import tempfile
import termios

READY = "ready for more> "
COMPLETE, SHOW, CLEAR = "\t", "\x18\x10", "\x15"  # Tab, Ctrl-X Ctrl-P, Ctrl-U
# Each completed line is printed between these, which no command prints.
MARKS = re.compile(r"<<\[(.*?)\]>>", re.S)
BASH = r"""
bind 'set show-all-if-ambiguous on'; bind 'set completion-query-items 0'; bind 'set page-completions off'
bind 'set bell-style none'; bind 'set enable-bracketed-paste off'; bind 'set colored-stats off'
bind -x '"\C-x\C-p": printf "<<[%s]>>" "$READLINE_LINE"'
. {script}
PS1='{ready}'
"""
ZSH = r"""
unsetopt beep prompt_sp zle_bracketed_paste 2>/dev/null; unset zle_bracketed_paste
setopt no_always_last_prompt; LISTMAX=10000
fpath=({folder} $fpath); autoload -Uz compinit; compinit -u -D
zstyle ':completion:*' list-colors ''
show() {{ print -nr -- "<<[$BUFFER]>>" }}; zle -N show; bindkey -e; bindkey '^X^P' show
PS1='{ready}'
"""


def run(shell, script, place, lines):
    folder = tempfile.mkdtemp()
    words = {"bash": ["bash", "--norc", "--noprofile", "-i"], "zsh": ["zsh", "-f", "-i"]}[shell]
    # The completions that zsh finds by itself have this name.
    with open(script) as source, open(f"{folder}/_pantograph", "w") as copy:
        copy.write(source.read())
    start = f"{folder}/start"
    with open(start, "w") as file:
        file.write({"bash": BASH, "zsh": ZSH}[shell].format(
            script=script, folder=folder, ready=READY))
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(place)
        os.environ.update(PATH=f"{place}:{os.environ['PATH']}", TERM="dumb", PS1="", LC_ALL="C.UTF-8")
        os.execvp(words[0], words)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 1000, 400, 0, 0))

    def read_until(is_there):
        text = ""
        while not is_there(text):
            text += os.read(terminal, 1 << 16).decode(errors="replace")
        return text

    # The shell composes the end of the name, so that the echo is not taken for the prompt.
    os.write(terminal, f". {start}\n".encode())
    read_until(lambda text: READY in text)
    for line in lines:
        os.write(terminal, (line + COMPLETE + SHOW + CLEAR).encode())
        text = read_until(MARKS.search)
        listed = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x07|\x08", "", text[:MARKS.search(text).start()])
        below = listed.split("\n", 1)[1] if "\n" in listed else ""
        yield {"typed": line, "line": MARKS.search(text)[1], "listed": below.replace(READY, "\n").split()}
    os.close(terminal)
    os.waitpid(child, 0)


shell, script, place = sys.argv[1:4]
for answer in run(shell, script, place, sys.stdin.read().splitlines()):
    print(json.dumps(answer))
