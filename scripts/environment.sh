# Finds Python and makes environments from the locks; read by the other scripts, not run by itself.

export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 UV_NO_PROGRESS=1 UV_PYTHON_DOWNLOADS=never

say() { printf '%s\n' "$*" >&2; }

# python_of VERSION: the path of that interpreter (3.12), from PATH or pyenv; fails when there is none that starts.
python_of() {
    local candidate found
    for candidate in "python$1" "$HOME"/.pyenv/versions/"$1".*/bin/python; do
        found=$("$candidate" -c 'import sys; print(sys.executable if sys.version_info[:2] == tuple(map(int, sys.argv[1].split("."))) else "")' \
            "$1" 2>/dev/null) || continue
        [ -n "$found" ] && { printf '%s\n' "$found"; return 0; }
    done
    return 1
}

# any_python: $PYTHON, else the oldest supported interpreter there is (what works there works on the newer ones).
any_python() {
    local version
    if [ -n "${PYTHON:-}" ]; then printf '%s\n' "$PYTHON"; return 0; fi
    for version in 3.11 3.12 3.13 3.14; do python_of "$version" && return 0; done
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { command -v python3; return 0; }
    say "dayleaf needs Python 3.11 or newer and found none; install one, or name it: PYTHON=/path/to/python $0"
    return 1
}

# environment DIR LOCK PYTHON: a virtual environment that holds exactly what the lock names. Does nothing when it does already.
environment() {
    local dir=$1 lock=$2 python=$3 stamp
    stamp="$("$python" -VV) $("$python" -c 'import hashlib, sys; print(hashlib.sha256(open(sys.argv[1], "rb").read()).hexdigest())' "$lock")"
    [ -f "$dir/.complete" ] && [ "$(cat "$dir/.complete")" = "$stamp" ] && "$dir/bin/python" -c '' 2>/dev/null && return 0
    say "Setting up $dir with the packages of $lock"
    rm -rf "$dir"
    mkdir -p "$(dirname "$dir")"
    if command -v uv >/dev/null 2>&1; then
        uv venv --quiet --python "$python" "$dir"
        uv pip install --quiet --python "$dir/bin/python" --require-hashes -r "$lock"
    else
        "$python" -m venv "$dir"
        "$dir/bin/python" -m pip install --quiet --require-hashes -r "$lock"
    fi
    printf '%s\n' "$stamp" >"$dir/.complete"
}

# install DIR ARGUMENT…: install the project itself (a wheel, or the source tree) into that environment, without its dependencies.
install() {
    local dir=$1
    shift
    if command -v uv >/dev/null 2>&1; then
        uv pip install --quiet --python "$dir/bin/python" --no-deps --no-build-isolation --reinstall-package dayleaf "$@"
    else
        "$dir/bin/python" -m pip --version >/dev/null 2>&1 || "$dir/bin/python" -m ensurepip >/dev/null # uv made it, and is gone
        "$dir/bin/python" -m pip install --quiet --no-deps --no-build-isolation --force-reinstall "$@"
    fi
}
