;;; pauses.el --- The longest pause while 50 questions are answered  -*- lexical-binding: t; -*-

;;; Commentary:

;; A timer of 5 ms notes when it runs: what is later than that is a pause, in which no key would be
;; read.  On a machine that is busy Emacs waits for a processor too, so the processor time that it
;; used itself between two runs is noted beside.  Questions of all kinds are asked within half a
;; second, each in a buffer of its own, which are shown one after the other so that they are drawn too.

;;; Code:

(require 'cl-lib)
(require 'context-broker-results)

(defvar pauses-file nil "Where the figures are written.")
(defvar pauses-last nil "When the timer ran last.")
(defvar pauses-gaps nil "Gaps between its runs, in ms.")
(defvar pauses-own nil "Processor time of Emacs in these, in ms.")
(defvar pauses-buffers nil "Buffers with answers.")

(defconst pauses-questions
  '(("search_codebase" :query "where is the index updated" :top_k 20 :max_tokens 4000)
    ("search_codebase" :query "how are answers cut to a budget" :top_k 20 :max_tokens 20000)
    ("search_symbols" :query "read" :limit 100 :max_tokens 8000)
    ("search_symbols" :query "open" :limit 100 :max_tokens 8000)
    ("ask" :question "how does a search work" :max_tokens 8000)
    ("search_text" :pattern "return" :max_tokens 20000)
    ("search_text" :pattern "const" :max_tokens 50000)
    ("gather_context" :task "explain how files are read" :format "json" :max_tokens 8000)
    ("get_repo_overview" :max_tokens 8000)
    ("list_symbols" :max_tokens 50000))
  "What is asked, five times each.")

(defun pauses-run ()
  "Measure, write what was measured, and end Emacs."
  (context-broker-mcp-await (context-broker-root) "generate_index" nil)
  ;; Who asks about a project has a file of it open: its major mode is loaded.
  (dolist (mode '(js-mode typescript-ts-mode))
    (when (fboundp mode) (ignore-errors (with-temp-buffer (funcall mode)))))
  (run-at-time 1 nil #'pauses-ask))

(defun pauses-now ()
  "Return the time, and the processor time that Emacs has used, in ms."
  (cons (* 1000 (float-time)) (* 1000 (float-time (get-internal-run-time)))))

(defun pauses-ask ()
  "Ask all questions at once."
  (garbage-collect)
  (setq pauses-last (pauses-now))
  (run-at-time 0 .005 (lambda ()
                        (let ((now (pauses-now)))
                          (push (- (car now) (car pauses-last) 5) pauses-gaps)
                          (push (- (cdr now) (cdr pauses-last)) pauses-own)
                          (setq pauses-last now))))
  ;; Each as a command of its own.
  (dotimes (n 50)
    (pcase-let ((`(,tool . ,arguments) (nth (mod n 10) pauses-questions)))
      (run-at-time (* n .01) nil
                   (lambda ()
                     (push (context-broker-results-ask (format "%s %d" tool n) tool arguments
                                                       (generate-new-buffer "pauses"))
                           pauses-buffers)))))
  (run-at-time 1 nil #'pauses-look (float-time) 0))

(defun pauses-look (start count)
  "Show the next buffer, until all are complete since START, and COUNT are shown."
  (switch-to-buffer (nth (mod count 50) pauses-buffers))
  (goto-char (+ (point-min) (random (max 1 (buffer-size)))))
  (if (or (< count 200)
          (cl-some (lambda (buffer)
                     (with-current-buffer buffer
                       (or context-broker--request context-broker--queue)))
                   pauses-buffers))
      (run-at-time .1 nil #'pauses-look start (1+ count))
    (pauses-end start)))

(defun pauses-end (start)
  "Write the figures since START."
  (with-temp-file pauses-file
    (insert (format "Emacs %s: %d answers, %d rows, %d kB, in %.1f s\n" emacs-version
                    (length pauses-buffers)
                    (cl-loop for buffer in pauses-buffers
                             sum (cl-count-if #'consp
                                              (buffer-local-value 'context-broker--all buffer)))
                    (/ (cl-loop for buffer in pauses-buffers sum (buffer-size buffer)) 1000)
                    (- (float-time) start)))
    (pcase-dolist (`(,what . ,gaps) `(("by the clock" . ,pauses-gaps)
                                      ("processor time of its own" . ,pauses-own)))
      (setq gaps (sort gaps #'>))
      (insert (format "longest pauses, ms, %s: %s; over 50 ms: %d\n" what
                      (mapconcat (lambda (gap) (format "%.0f" gap)) (cl-subseq gaps 0 8) " ")
                      (cl-count-if (lambda (gap) (> gap 50)) gaps)))))
  (kill-emacs))

;;; pauses.el ends here
