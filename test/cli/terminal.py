"""Runs a command on a pseudo-terminal and copies what it shows to stdout: terminal.py COLUMNS INTERRUPT_AT COMMAND...

Presses Ctrl-C once, when INTERRUPT_AT (unless empty) has been shown. Exits with the command's code.
"""
import fcntl
import os
import pty
import struct
import sys
import termios

columns, interrupt_at, *command = sys.argv[1:]
child, terminal = pty.fork()
if child == 0:
    os.execvp(command[0], command)
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(columns), 0, 0))
shown = b""
waiting = interrupt_at.encode()
while True:
    try:
        part = os.read(terminal, 65536)
    except OSError:  # Linux: the command has ended and closed its side.
        break
    if not part:
        break
    shown += part
    if waiting and waiting in shown:
        waiting = b""
        os.write(terminal, b"\x03")
sys.stdout.buffer.write(shown)
sys.stdout.flush()
_, status = os.waitpid(child, 0)
sys.exit(os.waitstatus_to_exitcode(status) % 256)
