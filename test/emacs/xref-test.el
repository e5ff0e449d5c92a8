;;; xref-test.el --- Definitions and references, with the real server  -*- lexical-binding: t; -*-

;;; Code:

(require 'ert)
(require 'context-broker-xref)
(require 'small-project)

(defun xref-test-lines (items)
  "Return ITEMS as text: group, line and summary of each."
  (mapcar
   (lambda (item)
     (let ((place (xref-item-location item)))
       (format "%s:%s %s"
               (string-remove-prefix small-project-root
                                     (xref-location-group place))
               (or (xref-location-line place) "")
               (substring-no-properties (xref-item-summary item)))))
   items))

(defun xref-test-definitions ()
  "Return the definitions of the identifier at point as text."
  (xref-test-lines
   (xref-backend-definitions
    'context-broker (xref-backend-identifier-at-point 'context-broker))))

(defun xref-test-references ()
  "Return the references of the identifier at point as text."
  (xref-test-lines
   (xref-backend-references
    'context-broker (xref-backend-identifier-at-point 'context-broker))))

(defun xref-test-place (item)
  "Return file, line and column, and the text there, to which ITEM leads."
  (let ((marker (xref-location-marker (xref-item-location item))))
    (with-current-buffer (marker-buffer marker)
      (goto-char marker)
      (list (file-name-nondirectory buffer-file-name)
            (line-number-at-pos) (current-column)
            (thing-at-point 'symbol t)))))

(ert-deftest xref-test-proven ()
  (small-project-at "lib/app.ts" "store.sa"
    (should (equal (xref-test-definitions)
                   '("lib/store.ts:4 method Store.save  [by the receiver's type]")))
    (should (equal (xref-test-references)
                   '("lib/app.ts:5 store.save(\"a\", \"1\");\
  [by the receiver's type]"
                     "lib/more.ts:4 more.save(\"c\", \"3\");\
  [by the receiver's type]"
                     "lib/app.ts (not proven):10 thing.save(\"b\", \"2\");\
  [on a value of unknown type]")))))

(ert-deftest xref-test-exact-needs-no-word ()
  (small-project-at "lib/more.ts" "= openSt"
    (should (equal (xref-test-definitions) '("lib/store.ts:13 function openStore")))
    (should (member "lib/app.ts:4 const store = openStore();"
                    (xref-test-references))))
  (small-project-at "lib/app.ts" "): Sto"
    (should (equal (xref-test-definitions) '("lib/store.ts:1 class Store")))))

(ert-deftest xref-test-at-the-definition ()
  (small-project-at "lib/store.ts" "sa"
    (should (equal (xref-test-definitions)
                   '("lib/store.ts:4 method Store.save")))
    (should (= 3 (length (xref-test-references)))))
  (small-project-at "lib/cache.ts" "sa"
    (should (equal (xref-test-definitions)
                   '("lib/cache.ts:2 method Cache.save")))))

(ert-deftest xref-test-type-argument ()
  (small-project)
  (small-project-write "lib/typed.ts" "\
import { Store } from \"./store.ts\";

export const all: Array<Store> = [];
")
  (unwind-protect
      (small-project-at "lib/typed.ts" "Array<Sto"
        (should (equal (xref-test-definitions) '("lib/store.ts:1 class Store")))
        (let ((uses (xref-backend-references
                     'context-broker
                     (xref-backend-identifier-at-point 'context-broker))))
          (should (member '("typed.ts" 3 24 "Array<Store>")
                          (mapcar #'xref-test-place uses)))))
    (delete-file (expand-file-name "lib/typed.ts" small-project-root))))

(ert-deftest xref-test-not-proven ()
  (small-project-at "lib/app.ts" "thing.sa"
    (should (equal (xref-test-definitions)
                   '("lib/cache.ts (not proven):2 method Cache.save\
  [has the same name]"
                     "lib/store.ts (not proven):4 method Store.save\
  [has the same name]")))
    (let ((uses (xref-test-references)))
      (should (string-match-p "of lib/store.ts#Store.save" (car uses)))
      (should (string-match-p "not proven" (car (last uses))))))
  (small-project-at "lib/app.ts" "any(thi"
    (should-not (xref-test-definitions))))

(ert-deftest xref-test-address ()
  (small-project-at "README.md" "Small"
    (should (= 3 (length (xref-backend-references 'context-broker
                                                  "Store.save"))))
    (should (= 2 (length (xref-backend-definitions 'context-broker "save"))))
    (should-not (xref-backend-definitions 'context-broker "nothing_like_it"))))

(ert-deftest xref-test-cut-is-said ()
  (let ((context-broker-xref--limit 1))
    (small-project-at "lib/app.ts" "store.sa"
      (should (member "(No location): 1 of 2 shown"
                      (xref-test-references)))))
  (let ((context-broker-xref--candidates-max 1))
    (small-project-at "lib/app.ts" "thing.sa"
      (should (= 2 (length (xref-test-definitions))))
      (should (string-match-p "1 more definitions have this name"
                              (car (last (xref-test-references))))))))

(ert-deftest xref-test-not-indexed-yet-is-said ()
  (small-project)
  (cl-letf (((symbol-function 'context-broker-mcp-call)
             (cl-function
              (lambda (_root _tool _arguments &key then &allow-other-keys)
                (funcall then '((envelope (lagging . 3))))
                nil)))
            ((symbol-function 'context-broker-mcp-cancel) #'ignore))
    (small-project-at "README.md" "Small"
      (dolist (ask (list #'xref-test-references #'xref-test-definitions))
        (should (string-match-p "3 files are not indexed"
                                (cadr (should-error (funcall ask) :type 'user-error))))))))

(ert-deftest xref-test-where-it-leads ()
  (small-project)
  (small-project-at "lib/app.ts" "store.sa"
    (let ((item (car (xref-backend-definitions
                      'context-broker
                      (xref-backend-identifier-at-point 'context-broker)))))
      (should (equal (xref-test-place item) '("store.ts" 4 2 "save")))
      (small-project-at "lib/store.ts" "class Store {\n"
        (insert "\n// not saved\n\n")
        (should (equal (xref-test-place item) '("store.ts" 7 2 "save"))))
      (small-project-reset))))

(ert-deftest xref-test-apropos ()
  (small-project-at "README.md" "Small"
    (should (member "lib/store.ts:13 function openStore"
                    (xref-test-lines
                     (xref-backend-apropos 'context-broker "opStore"))))))

(ert-deftest xref-test-completion ()
  (small-project-at "README.md" "Small"
    (let* ((table (xref-backend-identifier-completion-table 'context-broker))
           (all (completion-all-completions "save" table nil 4)))
      (when (cdr (last all)) (setcdr (last all) nil))
      (should (member "Store.save" all))
      (should (string-match-p "method lib/store.ts:4\\'"
                              (context-broker--annotation
                               (car (member "Store.save" all)))))
      (should (equal (completion-try-completion "openS" table nil 5)
                     '("openStore" . 9)))
      (should (eq t (completion-try-completion "openStore" table nil 9)))
      (should-not (completion-try-completion "qqqqq" table nil 5)))))

(ert-deftest xref-test-quit-cancels ()
  (small-project-at "lib/app.ts" "store.sa"
    (xref-test-definitions)
    (let (quit)
      (run-at-time .01 nil (lambda () (setq quit-flag t)))
      (condition-case nil
          (while t (xref-test-references))
        (quit (setq quit t)))
      (should quit)
      (should-not (context-broker-mcp--connection-requests
                   (context-broker-mcp-connection small-project-root)))
      (should (xref-test-definitions)))))

(ert-deftest xref-test-commands ()
  (small-project-at "lib/app.ts" "store.sa"
    (context-broker-xref-mode)
    (should (eq (xref-find-backend) 'context-broker))
    (let ((xref-prompt-for-identifier nil))
      (xref-find-references (xref-backend-identifier-at-point
                             'context-broker)))
    (with-current-buffer "*xref*"
      (let ((text (buffer-string)))
        (should (string-match-p "^lib/more.ts\n4: ?more.save" text))
        (should (string-match-p "^lib/app.ts (not proven)\n10: ?thing" text)))
      (let ((next-error-last-buffer (current-buffer)))
        (next-error 2 t)))
    (context-broker-xref-mode -1)
    (should-not (eq (xref-find-backend) 'context-broker))))

(ert-deftest xref-test-keys-of-javascript ()
  (with-temp-buffer
    (js-mode)
    ;; As in Emacs 28.
    (local-set-key (kbd "M-.") 'js-find-symbol)
    (context-broker-xref-mode)
    (should (eq (key-binding (kbd "M-.")) #'xref-find-definitions))))

(ert-deftest xref-test-global-mode ()
  (small-project)
  (small-project-reset)
  (unwind-protect
      (progn
        (context-broker-xref-global-mode)
        (small-project-at "lib/app.ts" "store"
          (should context-broker-xref-mode))
        (with-temp-buffer
          (emacs-lisp-mode)
          (should-not context-broker-xref-mode)))
    (context-broker-xref-global-mode -1))
  (small-project-at "lib/app.ts" "store"
    (should-not context-broker-xref-mode)))

(ert-deftest xref-test-files-of-this-machine-alone ()
  (with-temp-buffer
    (should-not (context-broker-xref-backend))
    (setq buffer-file-name "/ssh:elsewhere:/home/a.ts")
    (should-not (context-broker-xref-backend))
    (setq buffer-file-name nil)))

(provide 'xref-test)
;;; xref-test.el ends here
