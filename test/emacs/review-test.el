;;; review-test.el --- Reviews and citations, with the real server  -*- lexical-binding: t; -*-

;;; Code:

(require 'ert)
(require 'context-broker-review)
(require 'small-project)

(defun review-test-buffer ()
  "Return the buffer of the review of the project."
  (get-buffer (format "*review: %s*" (file-name-nondirectory
                                      (directory-file-name
                                       small-project-root)))))

(defun review-test-done ()
  "Wait until what this buffer shows is whole."
  (small-project-wait (null (get-buffer-process (current-buffer)))))

(defmacro review-test-of (arguments &rest body)
  "Evaluate BODY in the buffer of a review by ARGUMENTS, once it is done."
  (declare (indent 1))
  `(save-window-excursion
     (let ((default-directory (small-project)))
       (unwind-protect
           (progn
             (context-broker-review ,arguments)
             (with-current-buffer (review-test-buffer)
               (review-test-done)
               ,@body))
         (context-broker-review-clear)
         (when (review-test-buffer) (kill-buffer (review-test-buffer)))))))

(defun review-test-change ()
  "Stage a change that breaks a call, and takes a function away."
  (small-project)
  (small-project-reset)
  (small-project-write
   "lib/store.ts"
   (replace-regexp-in-string "openStore" "open"
                             (small-project-text "lib/store.ts")))
  (small-project-git "add" "-A"))

(defun review-test-undo ()
  "Take the change back."
  (small-project-reset)
  (small-project-git "reset" "-q" "--hard"))

(ert-deftest review-test-findings ()
  (review-test-change)
  (unwind-protect
      (review-test-of '("--mode" "staged")
        (goto-char (point-min))
        (should (re-search-forward "^\\(?:changes requested\\|blocked\\): " nil t))
        (should (re-search-forward
                 "^\\(?:high\\|critical\\): .*openStore.* \\[removed-export]\n  lib/store.ts:13$"
                 nil t))
        (should (search-forward "(before)  export function" nil t))
        (font-lock-ensure)
        (goto-char (point-min))
        (should (eq next-error-last-buffer (current-buffer)))
        (let ((next-error-highlight nil))
          (next-error)
          (with-current-buffer (window-buffer)
            (should (equal (file-name-nondirectory buffer-file-name)
                           "store.ts"))
            (should (= 13 (line-number-at-pos))))
          (should-error (next-error) :type 'user-error))
        (goto-char (point-min))
        (should (re-search-forward "^    lib/app.ts:[0-9]+  "))
        (save-window-excursion
          (goto-char (match-beginning 0))
          (compile-goto-error)
          (with-current-buffer (window-buffer)
            (should (equal (file-name-nondirectory buffer-file-name)
                           "app.ts")))))
    (review-test-undo)))

(ert-deftest review-test-notes ()
  (review-test-change)
  (unwind-protect
      (let ((open (find-file-noselect
                   (expand-file-name "lib/store.ts" small-project-root)))
            said)
        (review-test-of '("--mode" "staged")
          (with-current-buffer open
            (small-project-wait (flymake-diagnostics))
            (setq said (car (flymake-diagnostics)))
            (should (eq :error (flymake-diagnostic-type said)))
            (should (string-match-p "removed-export"
                                    (flymake-diagnostic-text said)))
            ;; The note goes with its line.
            (goto-char (point-min))
            (insert "// one line more\n")
            (flymake-start)
            (small-project-wait (flymake-diagnostics))
            (should (= 14 (line-number-at-pos
                           (flymake-diagnostic-beg
                            (car (flymake-diagnostics))))))
            (set-buffer-modified-p nil)
            (kill-buffer))
          (with-current-buffer
              (find-file-noselect
               (expand-file-name "lib/store.ts" small-project-root))
            (should flymake-mode)
            (small-project-wait (flymake-diagnostics))
            (context-broker-review-clear)
            (small-project-wait (null (flymake-diagnostics))))))
    (review-test-undo)))

(ert-deftest review-test-nothing-to-say ()
  (review-test-of '("--mode" "staged")
    (should (string-match-p "^approved: 0 findings" (buffer-string)))))

(ert-deftest review-test-remedy ()
  (review-test-of '("--mode" "pr")
    (should (string-match-p "^.*--base.* is required.*\nhint: set" (buffer-string)))
    (call-interactively (key-binding "g"))
    (should (get-buffer-process (current-buffer)))
    (review-test-done)
    (should (string-match-p "is required" (buffer-string)))))

(ert-deftest review-test-stopped ()
  (save-window-excursion
    (let ((default-directory (small-project)))
      (context-broker-review '("--mode" "staged"))
      (with-current-buffer (review-test-buffer)
        (small-project-answering nil
          (should-error (context-broker-review '("--mode" "staged"))))
        (call-interactively (key-binding (kbd "C-c C-k")))
        (review-test-done)
        (should (string-match-p "^Broker \\(?:interrupt\\|exited abnormally\\)" (buffer-string)))
        (kill-buffer)))))

(ert-deftest review-test-without-a-program ()
  (let ((context-broker-program '("no-such-program-here"))
        (default-directory (small-project)))
    (should (string-match-p
             "context-broker-program"
             (cadr (should-error (context-broker-review '("--mode" "staged"))
                                 :type 'user-error))))))

;;; Reports

(defmacro review-test-report (&rest body)
  "Write a report into `file', and evaluate BODY in its buffer when done."
  `(save-window-excursion
     (let* ((default-directory (small-project))
            (file (expand-file-name "REPORT.md")))
       (unwind-protect
           (progn
             (context-broker-report "--how things are kept" file)
             (with-current-buffer (format "*write: %s*" (file-name-nondirectory
                                                        (directory-file-name
                                                         default-directory)))
               (review-test-done)
               ,@body))
         (when (get-file-buffer file) (kill-buffer (get-file-buffer file)))
         (when (file-exists-p file) (delete-file file))))))

(ert-deftest review-test-report-without-a-language-model ()
  (review-test-report
   (should (string-match-p "no language model is configured" (buffer-string)))
   (should (string-match-p "hint: set language_model" (buffer-string)))
   (should-not (file-exists-p file))))

(defun review-test-writer ()
  "Return a program whose command write needs no language model."
  (let ((script (expand-file-name ".git/writer.sh" small-project-root)))
    (with-temp-file script
      (insert "case \"$*\" in\n"
              "  *--yes*) echo 'Kept in lib/store.ts:5, not lib/no.ts:1.' >\"$5\"\n"
              "    echo 'written: 1 section';;\n"
              "  *) echo 'not begun: m is asked at most 40 questions."
              " Add --yes to begin.'; exit 1;;\n"
              "esac\n"))
    (list "sh" script)))

(ert-deftest review-test-report-is-asked-for ()
  (small-project)
  (let (asked)
    (cl-letf (((symbol-function 'yes-or-no-p)
               (lambda (text) (push text asked) nil)))
      (let ((context-broker-program (review-test-writer)))
        (review-test-report
         (should (equal asked '("m is asked at most 40 questions.  Go on? ")))
         (should (string-match-p "not begun" (buffer-string)))
         (should-not (file-exists-p file)))))))

(ert-deftest review-test-report-is-verified ()
  (small-project)
  (context-broker-mcp-await small-project-root "index_status" nil)
  (let ((context-broker-program (review-test-writer)))
    (small-project-answering t
      (review-test-report
       (should (string-match-p "written: 1 section" (buffer-string)))
       (with-current-buffer (get-file-buffer file)
         (small-project-wait context-broker-verify-mode)
         (should (equal (review-test-citations)
                        '(("lib/store.ts:5" . link)
                          ("lib/no.ts:1" . error)))))))))

;;; Citations

(defun review-test-citations ()
  "Return the buttons of this buffer, each with its face."
  (mapcar (lambda (button)
            (cons (buffer-substring-no-properties (overlay-start button)
                                                  (overlay-end button))
                  (overlay-get button 'face)))
          (sort (seq-filter (lambda (one) (overlay-get one 'action))
                            (overlays-in (point-min) (point-max)))
                (lambda (a b) (< (overlay-start a) (overlay-start b))))))

(defmacro review-test-verified (text commit &rest body)
  "Evaluate BODY where the citations of TEXT are verified, at COMMIT."
  (declare (indent 2))
  `(with-temp-buffer
     (setq default-directory (small-project))
     (insert ,text)
     (context-broker-verify ,commit)
     (small-project-wait context-broker-verify-mode)
     ,@body))

(ert-deftest review-test-citations ()
  (review-test-verified
      "Twice lib/store.ts:4 and lib/store.ts:4-6.\n\
See [it](lib/app.ts:3) and `lib/store.ts#Store.save`.\n\
Not lib/no.ts:7, lib/app.ts:700 or lib/app.ts#nothing.\n"
      nil
    (should (equal (review-test-citations)
                   '(("lib/store.ts:4" . link) ("lib/store.ts:4-6" . link)
                     ("lib/app.ts:3" . link)
                     ("lib/store.ts#Store.save" . link)
                     ("lib/no.ts:7" . error) ("lib/app.ts:700" . error)
                     ("lib/app.ts#nothing" . error))))
    (goto-char (point-min))
    (let ((at (lambda () (buffer-substring (point) (+ 12 (point))))))
      (context-broker-verify--next 1)
      (should (equal "lib/no.ts:7," (funcall at)))
      (context-broker-verify--next 2)
      (should (equal "lib/app.ts#n" (funcall at)))
      (should-error (context-broker-verify--next 1) :type 'user-error)
      (context-broker-verify--next -1)
      (should (equal "lib/app.ts:7" (funcall at)))
      (context-broker-verify--next 1 t)
      (should (equal "lib/no.ts:7," (funcall at))))
    (should (string-match-p "no file of this project"
                            (overlay-get (car (overlays-at (point)))
                                         'help-echo)))
    (save-window-excursion
      (goto-char (point-min))
      (search-forward "#Store.sa")
      (push-button)
      (with-current-buffer (window-buffer)
        (should (equal "store.ts" (file-name-nondirectory buffer-file-name)))
        (should (looking-at-p "save(key"))))
    (should-error (progn (search-forward "lib/no") (push-button))
                  :type 'user-error)
    (context-broker-verify-mode -1)
    (should-not (review-test-citations))))

(ert-deftest review-test-citations-of-then ()
  (small-project)
  (small-project-write "lib/cache.ts"
                       (concat "// new\n" (small-project-text "lib/cache.ts")))
  (unwind-protect
      (review-test-verified "At lib/cache.ts:2 it was.\n" "HEAD"
        (should (equal (review-test-citations) '(("lib/cache.ts:2" . warning))))
        (save-window-excursion
          (goto-char (point-min))
          (search-forward "lib/ca")
          (push-button)
          (with-current-buffer (window-buffer)
            (should (= 3 (line-number-at-pos))))))
    (review-test-undo)))

(provide 'review-test)
;;; review-test.el ends here
