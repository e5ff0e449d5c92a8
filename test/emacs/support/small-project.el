;;; small-project.el --- A project to try the real server on  -*- lexical-binding: t; -*-

;;; Code:

(require 'cl-lib)
(require 'context-broker-mcp)

(defconst small-project-files
  '(("lib/store.ts" . "\
export class Store {
  private items = new Map<string, string>();

  save(key: string, value: string): void {
    this.items.set(key, value);
  }

  size(): number {
    return this.items.size;
  }
}

export function openStore(): Store {
  return new Store();
}
")
    ("lib/cache.ts" . "\
export class Cache {
  save(): void {}
}
")
    ("lib/app.ts" . "\
import { openStore, Store } from \"./store.ts\";

export function start(): Store {
  const store = openStore();
  store.save(\"a\", \"1\");
  return store;
}

export function any(thing) {
  thing.save(\"b\", \"2\");
}
")
    ("lib/more.ts" . "\
import { openStore } from \"./store.ts\";

const more = openStore();
more.save(\"c\", \"3\");
")
    ("README.md" . "# Small\n\nKeeps things.\n"))
  "The files of the project, by path.")

(defvar small-project-root nil
  "The project, once it was made; all tests of an Emacs share it.")

;; Questions are answered by functions of the tests, which need no compiler.
(defvar comp-enable-subr-trampolines)
(defvar native-comp-enable-subr-trampolines)
(setq comp-enable-subr-trampolines nil
      native-comp-enable-subr-trampolines nil
      context-broker-program
      (list (or (getenv "CONTEXT_BROKER_NODE") "node")
            (getenv "CONTEXT_BROKER_MAIN")))

(defun small-project-git (&rest arguments)
  "Run git with ARGUMENTS in the project."
  (let ((default-directory small-project-root))
    (with-temp-buffer
      (unless (= 0 (apply #'call-process "git" nil t nil
                          "-c" "user.name=t" "-c" "user.email=t@t" arguments))
        (error "Failed: git %S: %s" arguments (buffer-string))))))

(defun small-project-write (path text)
  "Write TEXT into PATH of the project."
  (let ((file (expand-file-name path small-project-root)))
    (make-directory (file-name-directory file) t)
    (with-temp-file file (insert text))))

(defun small-project-text (path)
  "Return what is in PATH of the project."
  (with-temp-buffer
    (insert-file-contents (expand-file-name path small-project-root))
    (buffer-string)))

(defun small-project ()
  "Return the root of the project; make it if that was not done."
  (unless small-project-root
    (setq small-project-root
          (file-name-as-directory
           (file-truename (make-temp-file "cb-small-" t))))
    (add-hook 'kill-emacs-hook #'small-project-remove)
    (small-project-reset)
    (small-project-git "init" "-q")
    (small-project-git "add" "-A")
    (small-project-git "commit" "-qm" "start")
    (context-broker-mcp-await small-project-root "generate_index" nil))
  small-project-root)

(defun small-project-reset ()
  "Give all files of the project their first text, and forget their buffers."
  (dolist (buffer (buffer-list))
    (when (and (buffer-file-name buffer)
               (string-prefix-p small-project-root (buffer-file-name buffer)))
      (with-current-buffer buffer (set-buffer-modified-p nil))
      (kill-buffer buffer)))
  (pcase-dolist (`(,path . ,text) small-project-files)
    (small-project-write path text)))

(defun small-project-remove ()
  "End the server, and remove the project."
  (context-broker-mcp-close)
  (delete-directory small-project-root t))

(defmacro small-project-wait (condition)
  "Wait until CONDITION, and fail where that takes a minute."
  `(let ((end (+ (float-time) 60)))
     (while (not ,condition)
       (when (> (float-time) end) (error "Never: %S" ',condition))
       (accept-process-output nil .02))))

(defmacro small-project-at (path text &rest body)
  "Evaluate BODY in the buffer of PATH of the project, at the end of TEXT."
  (declare (indent 2))
  `(with-current-buffer
       (find-file-noselect (expand-file-name ,path (small-project)))
     (goto-char (point-min))
     (search-forward ,text)
     ,@body))

(defmacro small-project-answering (answer &rest body)
  "Evaluate BODY while each question of yes or no is answered by ANSWER."
  (declare (indent 1))
  `(cl-letf (((symbol-function 'y-or-n-p) (lambda (&rest _) ,answer))
             ((symbol-function 'yes-or-no-p) (lambda (&rest _) ,answer)))
     ,@body))

(provide 'small-project)
;;; small-project.el ends here
