#!/bin/sh
# Makes a newer Emacs than this machine's in FOLDER: emacs and emacsclient of Debian 13, run by their own loader, so that they start this
# machine's programs. As root, with debootstrap:
#   test/emacs/newer-emacs.sh FOLDER
#   EMACS=FOLDER/emacs EMACSCLIENT=FOLDER/emacsclient npm run test:emacs
set -eu
mkdir -p "$1"
cd "$1"
[ -x root/usr/bin/emacs-nox ] || debootstrap --variant=minbase --include=emacs-nox trixie root

cat >emacs <<'END'
#!/bin/sh
root=$(dirname "$(readlink -f "$0")")/root
lisp=$(echo "$root"/usr/share/emacs/*/lisp)
libexec=$(echo "$root"/usr/libexec/emacs/*/*)
export EMACSLOADPATH="$lisp" EMACSDATA="${lisp%lisp}etc" EMACSDOC="${lisp%lisp}etc" EMACSPATH="$libexec"
exec "$root/lib64/ld-linux-x86-64.so.2" --library-path "$root/usr/lib/x86_64-linux-gnu" "$root/usr/bin/emacs-nox" --dump-file "$libexec"/*.pdmp "$@"
END
cat >emacsclient <<'END'
#!/bin/sh
root=$(dirname "$(readlink -f "$0")")/root
exec "$root/lib64/ld-linux-x86-64.so.2" --library-path "$root/usr/lib/x86_64-linux-gnu" "$root/usr/bin/emacsclient.emacs" "$@"
END
chmod +x emacs emacsclient
./emacs -Q --batch --eval '(message "%s" (emacs-version))'
