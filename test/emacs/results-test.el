;;; results-test.el --- Answers in a buffer, with the real server  -*- lexical-binding: t; -*-

;;; Code:

(require 'ert)
(require 'context-broker)
(require 'js)
(require 'small-project)

(defconst results-test-folder
  (file-name-directory (or load-file-name buffer-file-name)))

;; What stands in for a primitive needs no native code.
(defvar native-comp-enable-subr-trampolines)
(setq native-comp-enable-subr-trampolines nil)

(defmacro results-test-ask (question &rest body)
  "Evaluate QUESTION in the project, then BODY in the buffer with its answer."
  (declare (indent 1))
  `(save-window-excursion
     (let ((default-directory (small-project)))
       (with-current-buffer ,question
         (results-test-wait)
         ,@body))))

(defun results-test-wait ()
  "Wait until the answer is shown whole."
  (small-project-wait (not (or context-broker--request context-broker--queue))))

(defun results-test-text ()
  "Return what the buffer shows, without what differs from run to run."
  (replace-regexp-in-string
   ;; Where the line breaks depends on the length of the path.
   "[ \n](/[^ )\n]*/\\([^ /]+[.]json\\)" " (…/\\1"
   (replace-regexp-in-string
    "^\\(git\\|timestamp\\): .*\n" ""
    (buffer-substring-no-properties (point-min) (point-max)))))

(defun results-test-golden (name)
  "Compare the header line and the buffer with the golden file NAME."
  (let ((file (expand-file-name (concat "../../fixtures/emacs/" name ".txt") results-test-folder))
        (text (concat (substring-no-properties (context-broker--header)) "\n\n" (results-test-text))))
    (if (equal (getenv "GOLDEN") "write")
        (let ((coding-system-for-write 'utf-8-unix)) (write-region text nil file nil 'quiet))
      (should (equal text (with-temp-buffer
                            (insert-file-contents file)
                            (buffer-string)))))))

(defun results-test-to (text)
  "Go to the row or line with TEXT."
  (goto-char (point-min))
  (search-forward text)
  (beginning-of-line))

(defun results-test-here ()
  "Return file and line of the selected window's point."
  (with-current-buffer (window-buffer)
    (format "%s:%d" (file-name-nondirectory (buffer-file-name))
            (line-number-at-pos (window-point)))))

;;; Each question

(ert-deftest results-test-search ()
  (results-test-ask (context-broker-search "open a store")
    (results-test-golden "search")))

(ert-deftest results-test-search-nothing ()
  (results-test-ask (context-broker-search "qzxwv")
    (results-test-golden "search-nothing")))

(ert-deftest results-test-search-paths ()
  (results-test-ask (context-broker-search "save" '("lib/cache.ts"))
    (should (equal (append (context-broker--places) nil) '("lib/cache.ts:1-3")))))

(ert-deftest results-test-symbol ()
  (results-test-ask (context-broker-symbol "openStore")
    (results-test-golden "symbol")))

(ert-deftest results-test-references ()
  (results-test-ask (context-broker-references "Store.save")
    (results-test-golden "references")))

(ert-deftest results-test-no-such-symbol ()
  (results-test-ask (context-broker-references "nothing#of.this")
    (results-test-golden "no-such-symbol"))
  (should-error (context-broker-references " ") :type 'user-error))

(ert-deftest results-test-call-graph ()
  (results-test-ask (context-broker-call-graph "openStore")
    (results-test-golden "callers"))
  (results-test-ask (context-broker-call-graph "lib/app.ts#start" t)
    (results-test-golden "callees")))

(ert-deftest results-test-impact ()
  (results-test-ask (context-broker-impact "openStore")
    (results-test-golden "impact")))

(ert-deftest results-test-impact-of-a-file ()
  (results-test-ask (small-project-at "lib/store.ts" "class"
                      (let ((current-prefix-arg '(4)))
                        (call-interactively #'context-broker-impact)))
    (should (equal (plist-get context-broker--asked :title) "Impact lib/store.ts"))
    (should (string-match "^lib/app.ts$" (results-test-text)))))

(ert-deftest results-test-question ()
  (results-test-ask (context-broker-ask "who calls openStore")
    (results-test-golden "question")))

(ert-deftest results-test-context ()
  (results-test-ask (small-project-at "lib/app.ts" "function start"
                      (context-broker-context-at-point))
    ;; What is near in meaning differs with what is embedded by then.
    (should (equal (plist-get context-broker--asked :title) "Context lib/app.ts:3"))
    (should (string-match "^     3-7  start  critical, asked for\n       3 │ export function start" (results-test-text)))
    (should (string-match "^   13-15  openStore  medium, used by start$" (results-test-text))))
  (with-temp-buffer
    (should-error (context-broker-context-at-point) :type 'user-error)))

;;; The buffer

(ert-deftest results-test-ask-about-a-row ()
  (results-test-ask (context-broker-references "save")
    (results-test-golden "ambiguous")
    (results-test-to "Store.save")
    (context-broker-results-this)
    (results-test-wait)
    (should (equal (plist-get context-broker--asked :title) "References lib/store.ts#Store.save"))
    (results-test-to "in start")
    ;; Nothing is read: the row is what is asked about.
    (call-interactively #'context-broker-impact)
    (results-test-wait)
    (should (equal (plist-get context-broker--asked :title) "Impact lib/app.ts#start"))
    (goto-char (point-min))
    (should-error (context-broker-results-this) :type 'user-error)))

(ert-deftest results-test-filter ()
  (results-test-ask (context-broker-references "openStore")
    (results-test-to "lib/more.ts")
    (context-broker--move 1)
    (context-broker-results-filter "call !more")
    (results-test-golden "filtered")
    (should (get-text-property (point) 'context-broker-row))
    (context-broker-results-filter "IN doubt-less-word")
    (should (equal (context-broker--places) []))
    (context-broker-results-filter "")
    (should (= (length (context-broker--places)) 5))))

(ert-deftest results-test-next-error ()
  (results-test-ask (context-broker-references "Store.save")
    (switch-to-buffer (current-buffer))
    (delete-other-windows)
    (let ((results (current-buffer)) places)
      (goto-char (point-min))
      (dotimes (_ 4) (next-error) (push (results-test-here) places))
      (should-error (next-error) :type 'user-error)
      (should (equal (nreverse places) '("store.ts:4" "app.ts:5" "more.ts:4" "app.ts:10")))
      (previous-error)
      (should (equal (results-test-here) "more.ts:4"))
      (first-error)
      (should (equal (results-test-here) "store.ts:4"))
      ;; The place is shown beside the results, whose point is on it.
      (should (= (length (window-list)) 2))
      (should (equal (with-current-buffer results
                       (line-number-at-pos (window-point (get-buffer-window results))))
                     (with-current-buffer results (line-number-at-pos)))))))

(ert-deftest results-test-visit ()
  (results-test-ask (context-broker-search "open a store")
    (switch-to-buffer (current-buffer))
    (delete-other-windows)
    (let ((results (current-buffer)))
      (results-test-to "│     this.items.set")
      (context-broker-results-preview)
      (should (eq (window-buffer) results))
      (should (equal (with-selected-window (next-window) (results-test-here)) "store.ts:5"))
      (context-broker-results-visit)
      (should (equal (results-test-here) "store.ts:5"))
      ;; Lines that were added since do not lead astray.
      (small-project-at "lib/store.ts" ""
        (insert "// one\n// two\n"))
      (with-current-buffer results
        (select-window (get-buffer-window))
        (context-broker-results-visit))
      (should (equal (results-test-here) "store.ts:7"))
      (small-project-reset)
      (with-current-buffer results
        (results-test-to "lib/more.ts")
        (context-broker--move 1)
        (rename-file "lib/more.ts" "lib/gone.ts")
        (unwind-protect (should-error (context-broker-results-visit) :type 'user-error)
          (rename-file "lib/gone.ts" "lib/more.ts"))))))

(ert-deftest results-test-again ()
  (results-test-ask (context-broker-references "Store.save")
    (results-test-to "in start")
    (let ((row (get-text-property (point) 'context-broker-row)))
      (revert-buffer)
      (should (string-match "asking, C-g cancels" (context-broker--header)))
      (results-test-wait)
      (should (equal (get-text-property (point) 'context-broker-row) row)))))

(ert-deftest results-test-long-note ()
  (let ((long (make-string 60 ?x)))
    (should (equal (context-broker--item (format "%s %s" long long)) (format "%s\n%s" long long)))
    (should (equal-including-properties
             (context-broker--item `((note . ,(format "%s %s" long long))))
             (propertize (format "%s\n%s" long long) 'face 'context-broker-note)))
    ;; As it came.
    (should (equal (context-broker--item (format "%s %s\n" long long)) (format "%s %s\n" long long)))))

(ert-deftest results-test-more ()
  (results-test-ask (context-broker-results-ask
                     "References openStore" "find_references"
                     '(:symbol "openStore" :limit 1 :max_tokens 300))
    (should (string-match "^1 of 4 shown; \\+ shows more$" (results-test-text)))
    (context-broker-results-more)
    (results-test-wait)
    (should-not (string-match "shows more" (results-test-text)))
    (should (equal (plist-get context-broker--asked :arguments)
                   '(:symbol "openStore" :limit 4 :max_tokens 1200)))))

(ert-deftest results-test-cancel ()
  (let* ((root (file-name-as-directory (file-truename (make-temp-file "cb-cancel-" t))))
         (default-directory root)
         (context-broker-program
          (list (or (getenv "CONTEXT_BROKER_NODE") "node")
                (expand-file-name "support/fake-server.mjs" results-test-folder)
                "well" (concat root "log"))))
    (unwind-protect
        (with-current-buffer (context-broker-results-ask "Never" "never" nil)
          (should (string-match "asking" (context-broker--header)))
          (context-broker-results-cancel)
          (should (string-match "cancelled, g asks again" (context-broker--header)))
          (should (eq (condition-case nil (context-broker-results-cancel) (quit 'quit)) 'quit))
          (revert-buffer)
          (let ((request context-broker--request))
            (kill-buffer)
            (should-not (context-broker-mcp--finish request)))
          ;; One that is asked in its place cancels it too.
          (with-current-buffer (context-broker-results-ask "Never" "never" nil)
            (let ((request context-broker--request))
              (context-broker-results-ask "Echo" "echo" '(:text "a text alone"))
              (should-not (context-broker-mcp--finish request)))
            (results-test-wait)
            (should (equal (results-test-text) "a text alone\n"))
            (context-broker-results-ask "Fails" "fails" nil)
            (results-test-wait)
            (should (equal (results-test-text) "failed: NO_SUCH: hint\n"))
            (kill-buffer)))
      (context-broker-mcp-close root))))

(ert-deftest results-test-long-answer ()
  (with-temp-buffer
    (context-broker-results-mode)
    (context-broker--take
     (cons "found" (cl-loop for n from 1 to 5000
                            collect `((path . ,(format "f%d" (/ n 100))) (line . ,n) (label . "x")
                                      (details . "") (doubt . "")))))
    (should context-broker--queue)
    (results-test-wait)
    (should (= (length (context-broker--places)) 5000))
    (should (= (count-lines (point-min) (point-max)) (+ 1 5000 (* 2 51))))))

(ert-deftest results-test-fontify ()
  (let ((auto-mode-alist '(("\\.ts\\'" . js-mode))))
    (results-test-ask (context-broker-search "open a store")
      (results-test-to "function openStore")
      (search-forward "function ")
      (should (eq (get-text-property (- (point) 2) 'face) 'font-lock-keyword-face))
      (should (eq (get-text-property (line-beginning-position) 'face) 'context-broker-line))))
  ;; A mode that is not loaded is not loaded for this.
  (let ((auto-mode-alist '(("\\.ts\\'" . f90-mode))))
    (should (equal (context-broker--fontified "a.ts" '("end")) '("end")))
    (should (autoloadp (symbol-function 'f90-mode)))))

;;; Saving

(ert-deftest results-test-saved ()
  (cl-flet ((save (name &optional overwrite)
              (let (said)
                (cl-letf (((symbol-function 'message)
                           (lambda (form &rest rest) (setq said (apply #'format form rest)))))
                  (context-broker-results-save name overwrite)
                  (small-project-wait said))
                said)))
    (results-test-ask (context-broker-search "open a store")
      (should (string-match "saved: one" (save "one")))
      (should (string-match "ALREADY_EXISTS\\(.\\|\n\\)*; C-u replaces it" (save "one")))
      (should (string-match "saved: one" (save "one" t))))
    (results-test-ask (context-broker-references "Store.save")
      (context-broker-results-filter "call")
      (should (string-match "saved: two" (save "two")))))
  (small-project-write "lib/app.ts" "// moved\n\n")
  (let ((default-directory (small-project)) (inhibit-message t))
    (unwind-protect
        (save-window-excursion
        (context-broker-saved-results)
        (let ((looked (lambda ()
                        (and tabulated-list-entries
                             (cl-every (lambda (entry) (not (equal "…" (aref (cadr entry) 1))))
                                       tabulated-list-entries)))))
          (small-project-wait (funcall looked))
          (should (equal (sort (mapcar (lambda (entry)
                                         (list (car entry) (aref (cadr entry) 1) (aref (cadr entry) 4)))
                                       tabulated-list-entries)
                               (lambda (a b) (string< (car a) (car b))))
                         '(("one" "1 changed" "open a store")
                           ("two" "1 changed" "References Store.save"))))
          (pcase-dolist (`(,name . ,golden) '(("one" . "saved-search") ("two" . "saved")))
            (results-test-to name)
            (save-window-excursion
              (context-broker-saved-open)
              (with-current-buffer (window-buffer)
                (results-test-wait)
                (results-test-golden golden))))
          (small-project-answering t (context-broker-saved-delete))
          (small-project-wait (equal (mapcar #'car tabulated-list-entries) '("one")))
          (should (eq 'quit (condition-case nil (context-broker-saved-cancel) (quit 'quit))))
          (should-not context-broker-saved--requests)
          (kill-buffer)))
      (small-project-reset))))

;;; Symbols in the minibuffer

(defun results-test-complete (text)
  "Return the candidates for TEXT with annotations, what is completed, what is read."
  (let ((default-directory (small-project)) table)
    (cl-letf (((symbol-function 'completing-read)
               (lambda (_prompt given &rest _)
                 (setq table given)
                 (let ((tried (completion-try-completion text table nil (length text))))
                   (if (consp tried) (car tried) text)))))
      (let* ((read (context-broker-read-symbol "Symbol"))
             (annotate (completion-metadata-get (completion-metadata text table nil)
                                                'annotation-function))
             (all (completion-all-completions text table nil (length text))))
        (when (consp (last all)) (setcdr (last all) nil))
        (list (mapcar (lambda (one) (concat one (string-trim-right (funcall annotate one)))) all)
              read)))))

(ert-deftest results-test-completion ()
  ;; Part of a name; several of a name; a typing error; none; what is typed is not changed then.
  (should (equal (results-test-complete "openS")
                 '(("openStore  function lib/store.ts:13") "lib/store.ts#openStore")))
  (should (equal (results-test-complete "save")
                 '(("Cache.save  method lib/cache.ts:2" "Store.save  method lib/store.ts:4") "save")))
  (should (equal (results-test-complete "opnStore")
                 '(("openStore  function lib/store.ts:13") "lib/store.ts#openStore")))
  (should (equal (results-test-complete "qzxwv") '(nil "qzxwv")))
  ;; Those that have one name in one file are told apart, and asked about, by their lines.
  (small-project-write "lib/twice.ts" "export function twiceOver(): void {}\nexport function twiceOver(): void {}\n")
  (unwind-protect
      (let ((found (results-test-complete "twiceOver")))
        (should (equal (sort (car found) #'string<)
                       '("lib/twice.ts:1  function twiceOver" "lib/twice.ts:2  function twiceOver")))
        (should (equal (cadr (results-test-complete "lib/twice.ts:2")) "lib/twice.ts:2")))
    (delete-file (expand-file-name "lib/twice.ts" (small-project))))
  (should (equal (results-test-complete "") '(nil ""))))

;;; results-test.el ends here
