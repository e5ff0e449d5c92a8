;;; edit-test.el --- Edits by symbol, with the real server  -*- lexical-binding: t; -*-

;;; Code:

(require 'ert)
(require 'context-broker-edit)
(require 'small-project)

(defmacro edit-test-of (call &rest body)
  "Evaluate BODY in the preview that CALL makes, once it is answered."
  (declare (indent 1))
  `(save-window-excursion
     (let ((default-directory (small-project)) preview)
       (unwind-protect
           (progn
             ,call
             (setq preview (edit-test-newest))
             (with-current-buffer preview
               (edit-test-answered)
               ,@body))
         (when (buffer-live-p preview) (kill-buffer preview))
         (small-project-reset)))))

(defun edit-test-newest ()
  "Return the buffer of the newest preview."
  (seq-find (lambda (buffer)
              (eq 'context-broker-edit-mode
                  (buffer-local-value 'major-mode buffer)))
            (buffer-list)))

(defun edit-test-answered ()
  "Wait until this preview has its answer."
  (small-project-wait (not (memq context-broker-edit--state '(asking writing)))))

(defun edit-test-apply (&optional allow)
  "Write the edit of this preview; ALLOW as of the command."
  (context-broker-edit-apply allow)
  (edit-test-answered))

(defun edit-test-sessions (state)
  "Return how many sessions of the project are in STATE."
  (cl-count state
            (context-broker--table
             (alist-get 'sessions
                        (context-broker-mcp-await small-project-root
                                                  "edit_status" nil)))
            :key (lambda (row) (alist-get 'state row)) :test #'equal))

(defun edit-test-first (path)
  "Return the first text of PATH."
  (alist-get path small-project-files nil nil #'equal))

(ert-deftest edit-test-rename-and-undo ()
  (small-project)
  (let ((app (find-file-noselect (expand-file-name "lib/app.ts"
                                                   small-project-root))))
    (with-current-buffer app
      (goto-char (point-min))
      (search-forward "return st"))
    (edit-test-of (context-broker-edit-rename "lib/store.ts#openStore" "open")
      (should (eq context-broker-edit--state 'staged))
      (should (string-match-p "^staged rename_symbol .*3 files" (buffer-string)))
      (should (string-match-p "^-  const store = openStore();\n\\+  const store = open();$"
                              (buffer-string)))
      (should-not (string-match-p "```\\|next:" (buffer-string)))
      (should (string-match-p "Nothing is written"
                              (context-broker-edit--header)))
      (should (equal (small-project-text "lib/app.ts")
                     (edit-test-first "lib/app.ts")))
      (edit-test-apply)
      (should (eq context-broker-edit--state 'applied))
      (should (string-match-p "store = open();"
                              (small-project-text "lib/app.ts")))
      (with-current-buffer app
        (should-not (buffer-modified-p))
        (should (string-match-p "store = open();" (buffer-string)))
        (should (looking-back "return st" (line-beginning-position))))
      (should-error (context-broker-edit-apply) :type 'user-error)
      (context-broker-edit-undo-this)
      (edit-test-answered)
      (should (eq context-broker-edit--state 'undone))
      (dolist (path '("lib/app.ts" "lib/store.ts" "lib/more.ts"))
        (should (equal (small-project-text path) (edit-test-first path))))
      (with-current-buffer app
        (should (equal (buffer-string) (edit-test-first "lib/app.ts")))
        (should (looking-back "return st" (line-beginning-position)))))))

(ert-deftest edit-test-dropped-is-not-kept ()
  (small-project)
  (let ((before (edit-test-sessions "staged")))
    (edit-test-of (context-broker-edit-delete "lib/store.ts#openStore")
      (should (= (1+ before) (edit-test-sessions "staged")))
      (should (string-match-p "refers to openStore, which is deleted, breaks:\n lib/app.ts\n  1\n  4\n"
                              (buffer-string)))
      (should (eq (key-binding (kbd "C-c C-k")) #'context-broker-edit-drop))
      (let ((windows (length (window-list))))
        (context-broker-edit-drop)
        (should (< (length (window-list)) windows)))
      (should-not (buffer-live-p preview)))
    (small-project-wait (= before (edit-test-sessions "staged")))
    (should (equal (small-project-text "lib/store.ts")
                   (edit-test-first "lib/store.ts")))))

(ert-deftest edit-test-places-lead-to-files ()
  (edit-test-of (context-broker-edit-delete "lib/store.ts#openStore")
    (goto-char (point-min))
    (search-forward "lib/app.ts\n")
    (re-search-forward "^  4")
    (push-button (1- (point)))
    (with-current-buffer (window-buffer)
      (should (equal (file-name-nondirectory buffer-file-name) "app.ts"))
      (should (= 4 (line-number-at-pos))))))


(ert-deftest edit-test-broken-code-is-refused-then-allowed ()
  (edit-test-of
      (context-broker-edit--stage "replace_symbol" "lib/cache.ts#Cache"
                                  :text "export class Cache {")
    (should (eq context-broker-edit--state 'refused))
    (should (string-match-p "; correct the new text" (buffer-string)))
    (should-error (context-broker-edit-apply) :type 'user-error)
    (small-project-answering nil
      (should-error (context-broker-edit-apply t) :type 'user-error))
    (small-project-answering t (edit-test-apply t))
    (should (eq context-broker-edit--state 'staged))
    (edit-test-apply)
    (should (equal (small-project-text "lib/cache.ts")
                   "export class Cache {\n"))))

(ert-deftest edit-test-collision-has-its-remedy ()
  (edit-test-of (context-broker-edit-rename "lib/store.ts#openStore" "Store")
    (should (eq context-broker-edit--state 'refused))
    (should (string-match-p "; choose another name" (buffer-string)))
    (should-error (small-project-answering t (context-broker-edit-apply t))
                  :type 'user-error)))

(ert-deftest edit-test-text-that-is-not-understood ()
  (small-project)
  (small-project-write "A.vue" "\
<script setup lang=\"ts\">
import { openStore } from \"./lib/store.ts\";
openStore();
</script>
<template>
  <p data-done=\"openStore\">x</p>
</template>
")
  (unwind-protect
      (edit-test-of (context-broker-edit-rename "lib/store.ts#openStore" "open")
        (should (eq context-broker-edit--state 'staged))
        (should (string-match-p "text that is not understood"
                                (buffer-string)))
        (edit-test-apply)
        (should (eq context-broker-edit--state 'refused))
        (should (string-match-p "^ A.vue:6: .*\n\\(?:.*\n\\)*C-u C-c C-c allows it"
                                (buffer-string)))
        (small-project-answering t (edit-test-apply t))
        (should (eq context-broker-edit--state 'applied))
        (should (string-match-p "\\`<script.*\nimport { open }"
                                (small-project-text "A.vue"))))
    (delete-file (expand-file-name "A.vue" small-project-root))))

(ert-deftest edit-test-file-changed-meanwhile ()
  (edit-test-of (context-broker-edit-rename "lib/store.ts#openStore" "open")
    (small-project-write "lib/more.ts"
                         (concat "// new\n" (edit-test-first "lib/more.ts")))
    (edit-test-apply)
    (should (memq context-broker-edit--state '(stale refused)))
    (should (string-match-p "lib/more.ts: .*; read the file again"
                            (buffer-string)))
    (should (equal (small-project-text "lib/app.ts")
                   (edit-test-first "lib/app.ts")))
    (revert-buffer)
    (edit-test-answered)
    (should (eq context-broker-edit--state 'staged))
    (edit-test-apply)
    (should (string-match-p "\\`// new\n.*open }"
                            (small-project-text "lib/more.ts")))))

(ert-deftest edit-test-unsaved-changes ()
  (small-project-at "lib/app.ts" "return store;\n"
    (insert "  // typed\n")
    (edit-test-of (context-broker-edit-rename "lib/store.ts#openStore" "open")
      (should (string-match-p "Unsaved, and not in this edit: app.ts"
                              (buffer-string)))
      (small-project-answering nil
        (should-error (context-broker-edit-apply) :type 'user-error))
      (should (equal (small-project-text "lib/app.ts")
                     (edit-test-first "lib/app.ts")))
      (small-project-answering t (edit-test-apply))
      (should (eq context-broker-edit--state 'staged))
      (should (string-match-p "// typed" (small-project-text "lib/app.ts")))
      (should-not (string-match-p "Unsaved" (buffer-string)))
      (edit-test-apply)
      (should (string-match-p "open();\\(?:.\\|\n\\)*// typed"
                              (small-project-text "lib/app.ts")))
      (with-current-buffer (find-buffer-visiting
                            (expand-file-name "lib/app.ts" small-project-root))
        (insert "x")
        (with-current-buffer preview
          (small-project-answering nil
            (should-error (context-broker-edit-undo-this)
                          :type 'user-error)))))))

(ert-deftest edit-test-undo-that-fails-leaves-it-written ()
  (edit-test-of (context-broker-edit-rename "lib/cache.ts#Cache" "Kept")
    (edit-test-apply)
    (write-region "// later\n" nil (expand-file-name "lib/cache.ts" small-project-root) t)
    (context-broker-edit-undo-this)
    (edit-test-answered)
    (should (string-match-p "cannot be undone" (buffer-string)))
    (should (string-match-p "\\`Written" (context-broker-edit--header)))))

(ert-deftest edit-test-buffer-of-a-link ()
  (small-project)
  (let ((link (make-temp-name (expand-file-name "cb-link-" temporary-file-directory))))
    (make-symbolic-link (expand-file-name "lib/cache.ts" small-project-root) link)
    (unwind-protect
        (let ((visited (find-file-noselect link)))
          (edit-test-of (context-broker-edit-rename "lib/cache.ts#Cache" "Kept")
            (edit-test-apply)
            (with-current-buffer visited
              (should (string-match-p "class Kept" (buffer-string)))
              (kill-buffer))))
      (delete-file link))))

(ert-deftest edit-test-several-may-be-meant ()
  (edit-test-of (context-broker-edit-delete "save")
    (should (eq context-broker-edit--state 'ambiguous))
    (should (string-match-p "^ lib/cache.ts#Cache.save (2-2)"
                            (buffer-string)))
    (goto-char (point-min))
    (search-forward "store.ts#")
    (push-button (1- (point)))
    (with-current-buffer (window-buffer)
      (should (= 4 (line-number-at-pos))))))

(ert-deftest edit-test-move-to-a-new-file ()
  (edit-test-of (context-broker-edit-move
                 "lib/store.ts#openStore"
                 (expand-file-name "lib/open.ts" small-project-root))
    (should (eq context-broker-edit--state 'staged))
    (edit-test-apply)
    (should (string-match-p "export function openStore"
                            (small-project-text "lib/open.ts")))
    (should (string-match-p "from \"./open.ts\""
                            (small-project-text "lib/more.ts")))
    (context-broker-edit-undo-this)
    (edit-test-answered)
    (should-not (file-exists-p (expand-file-name "lib/open.ts"
                                                 small-project-root)))))

(ert-deftest edit-test-text-of-a-symbol ()
  (edit-test-of
      (progn
        (context-broker-edit-replace "Store.size")
        (small-project-wait
         (get-buffer "*text: replace lib/store.ts#Store.size*"))
        (set-buffer "*text: replace lib/store.ts#Store.size*")
        (should (equal (buffer-string) "  size(): number {
    return this.items.size;
  }
"))
        (re-search-forward "return ")
        (insert "1 + ")
        (call-interactively (key-binding (kbd "C-c C-c"))))
    (edit-test-apply)
    (should (string-match-p "^    return 1 \\+ this.items.size;"
                            (small-project-text "lib/store.ts")))))

(ert-deftest edit-test-insertions ()
  (edit-test-of
      (progn
        (context-broker-edit-insert "lib/store.ts#Store.size")
        (insert "clear(): void {\n  this.items.clear();\n}\n")
        (call-interactively (key-binding (kbd "C-c C-c"))))
    (should (get-buffer "*text: insert_after lib/store.ts#Store.size*"))
    (edit-test-apply)
    (should-not (get-buffer "*text: insert_after lib/store.ts#Store.size*"))
    (should (string-match-p "^  clear(): void {\n    this.items.clear();\n  }"
                            (small-project-text "lib/store.ts"))))
  (edit-test-of
      (progn
        (context-broker-edit-insert "lib/cache.ts#Cache" t)
        (insert "// before\n")
        (call-interactively (key-binding (kbd "C-c C-c"))))
    (should (string-match-p "^\\+// before\n\\+\n export class Cache" (buffer-string)))))

(ert-deftest edit-test-symbol-at-point ()
  (cl-letf (((symbol-function 'context-broker-read-symbol)
             (lambda (_prompt _root default) default)))
    (small-project-at "lib/app.ts" "= openSt"
      (should (equal (context-broker-edit--read "") "lib/store.ts#openStore"))
      (should (equal (context-broker-edit--read "" t) "lib/app.ts#start")))
    (small-project-at "lib/app.ts" "thing.sa"
      (should-not (context-broker-edit--read ""))
      (insert "x")
      (small-project-answering nil
        (should-error (context-broker-edit--read "") :type 'user-error)))
    (small-project-reset)
    (with-temp-buffer
      (setq default-directory small-project-root)
      (should-not (context-broker-edit--read "")))))

(ert-deftest edit-test-undo-later ()
  (edit-test-of (progn (context-broker-edit-insert "Cache")
                       (should-error
                        (call-interactively (key-binding (kbd "C-c C-c")))
                        :type 'user-error)
                       (insert "// a\n")
                       (call-interactively (key-binding (kbd "C-c C-c"))))
    (edit-test-apply)
    (kill-buffer preview)
    (let ((written (small-project-text "lib/cache.ts"))
          (default-directory small-project-root))
      (context-broker-edit-undo)
      (with-current-buffer (edit-test-newest)
        (edit-test-answered)
        (should (eq context-broker-edit--state 'preview))
        (should (equal written (small-project-text "lib/cache.ts")))
        (small-project-write "lib/cache.ts" (concat written "// b\n"))
        (edit-test-apply)
        (should (eq context-broker-edit--state 'stale))
        (should (string-match-p "; restore what the edit wrote"
                                (buffer-string)))
        (small-project-write "lib/cache.ts" written)
        (revert-buffer)
        (edit-test-answered)
        (edit-test-apply)
        (should (eq context-broker-edit--state 'undone))
        (kill-buffer))
      (should (equal (small-project-text "lib/cache.ts")
                     (edit-test-first "lib/cache.ts"))))))

(ert-deftest edit-test-quit-while-asked ()
  (small-project)
  (save-window-excursion
    (let ((default-directory small-project-root))
      (context-broker-edit-rename "lib/store.ts#openStore" "open")
      (should (eq context-broker-edit--state 'asking))
      (should-error (context-broker-edit-apply) :type 'user-error)
      (should (eq 'quit (condition-case nil (context-broker-edit-quit)
                          (quit 'quit))))
      (should (eq context-broker-edit--state 'failed))
      (should (string-match-p "Cancelled" (buffer-string)))
      (kill-buffer))))

(provide 'edit-test)
;;; edit-test.el ends here
