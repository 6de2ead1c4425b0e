"""`dayleaf completion`: the script that lets a shell complete commands and options."""

from __future__ import annotations

import click

from dayleaf.doors.cli.base import Call, new_command, pass_call

SHELLS = ("bash", "zsh", "fish")

EPILOG = """\b
bash, in ~/.bashrc:  eval "$(dayleaf completion bash)"
zsh, in ~/.zshrc:    eval "$(dayleaf completion zsh)"
fish, once:          dayleaf completion fish > ~/.config/fish/completions/dayleaf.fish
"""


@new_command("completion")
@click.argument("shell", type=click.Choice(SHELLS), metavar="|".join(SHELLS))
@pass_call
def command(call: Call, shell: str) -> None:
    """Run it."""
    from click.shell_completion import get_completion_class

    completion = get_completion_class(shell)
    if completion is not None:
        root = click.get_current_context().find_root().command
        script = completion(root, {}, "dayleaf", "_DAYLEAF_COMPLETE").source()
        call.reply(lambda: {"schema": 1, "shell": shell, "script": script}, lambda _: script)


command.epilog = EPILOG
