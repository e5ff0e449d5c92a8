;;; context-broker-oneshot.el --- Agents for one task and one place  -*- lexical-binding: t; -*-

;; Copyright (C) 2026 Context Broker contributors
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; A one-shot agent does one task in the background, within a scope: a region, a buffer, a directory
;; or a project.  It has the tools of this Emacs that its scope allows and none of its own, so an
;; agent that keeps its own is refused.  The scope is kept by the server and by Emacs
;; (context-broker-tools.el), not by what the agent is asked to do.  Its target is highlighted as
;; long as it works.  Overlay, buffer and process are gone afterwards, however it ends.

;;; Code:

(require 'cl-lib)
(require 'context-broker-agent)
(require 'context-broker-buffers)

(defcustom context-broker-oneshot-agent 'claude
  "The agent that does one-shot tasks."
  :type '(choice (const :tag "Claude Code" claude) (const :tag "Kimi Code" kimi))
  :group 'context-broker)

(defface context-broker-oneshot-target '((t :inherit highlight :extend t))
  "What a one-shot agent works on."
  :group 'context-broker)

(defvar-local context-broker-oneshot--done nil "What the agent said by `done'.")

(defun context-broker-oneshot--scope (kind)
  "Return the scope of KIND around point, and in words: (SCOPE . TEXT)."
  (let ((base (or (buffer-base-buffer) (current-buffer)))
        (start (if (use-region-p) (region-beginning) (line-beginning-position)))
        (end (if (use-region-p) (region-end) (line-end-position)))
        (folder (if (eq kind 'project) (context-broker-root) (expand-file-name default-directory))))
    (pcase kind
      ((or 'directory 'project)
       (cons (list :kind kind :directory folder) (concat "files below " folder)))
      ((guard (not (buffer-file-name base)))
       (user-error "This buffer has no file: save it to one first"))
      ('buffer (cons (list :kind kind :buffer base) (buffer-file-name base)))
      ('region (cons (list :kind kind :buffer base :start start :end end)
                     (format "lines %d to %d of %s" (context-broker-tools-line start)
                             (context-broker-tools-line end) (buffer-file-name base))))
      (_ (user-error "There is no scope %s" kind)))))

(defun context-broker-oneshot--highlight (scope)
  "Highlight the text of SCOPE, if it has one, until this buffer is killed."
  (when-let ((target (plist-get scope :buffer)))
    (let ((overlay (make-overlay (or (plist-get scope :start) 1)
                                 (or (plist-get scope :end) (1+ (buffer-size target)))
                                 target nil t)))
      (overlay-put overlay 'face 'context-broker-oneshot-target)
      (overlay-put overlay 'help-echo "An agent works on this")
      (add-hook 'kill-buffer-hook (lambda () (delete-overlay overlay)) nil t))))

;;;###autoload
(defun context-broker-do (kind instruction)
  "Have an agent do INSTRUCTION in the background, within a scope of KIND.
KIND is `region' (without an active one, the line), `buffer', `directory'
or `project'.  Interactively it is the region or line; with a prefix
argument it is asked for."
  (interactive
   (let ((kind (if current-prefix-arg
                   (intern (completing-read "Scope: " '("region" "buffer" "directory" "project")
                                            nil t))
                 'region)))
     ;; Refuses before a question whose answer would be lost.
     (context-broker-oneshot--scope kind)
     (list kind (read-string "What shall be done? "))))
  (when (string-blank-p instruction) (user-error "Say what shall be done"))
  (pcase-let* ((`(,scope . ,words) (context-broker-oneshot--scope kind))
               (buffer (context-broker-agent-make
                        (context-broker-root) :scope scope :client context-broker-oneshot-agent
                        :name "do")))
    (with-current-buffer buffer
      (setq context-broker-agent-turn-function #'context-broker-oneshot--ended)
      (context-broker-oneshot--highlight scope)
      (condition-case problem
          (context-broker-agent-say
           (concat instruction "\n\nWork on " words ", and on nothing else.  You reach it by your"
                   " tools alone.  When it is done, or cannot be done, call the tool `done' with"
                   " one sentence that says what you did."))
        (error (kill-buffer) (signal (car problem) (cdr problem))))
      (message "%s works on it in the background; M-x context-broker-do-stop ends it"
               (context-broker-agent-title)))
    buffer))

(defun context-broker-oneshot--ended (failed)
  "The only turn of this session has ended; it FAILED or not."
  (let ((done context-broker-oneshot--done)
        (said (replace-regexp-in-string "[ \n]+" " " (or context-broker-agent-said ""))))
    (kill-buffer)
    (message "%s" (cond (failed (format "The agent failed: %s" said))
                        (done (format "Done: %s" done))
                        (t (format "The agent ended without calling `done': %s" said))))))

;;;###autoload
(defun context-broker-do-stop ()
  "End every one-shot agent."
  (interactive)
  (let ((buffers (cl-remove-if-not
                  (lambda (buffer) (buffer-local-value 'context-broker-agent-scope buffer))
                  (context-broker-agent-sessions))))
    (mapc #'kill-buffer buffers)
    (message "One-shot agents ended: %d" (length buffers))))

(context-broker-deftool done
  "Say that the task is done, or that it cannot be done.  You end then."
  :safe t :context nil :bound (region buffer directory project)
  :args ((summary string :required "What was done, in one sentence"))
  (let ((buffer (context-broker-agent-of (context-broker-tools-caller))))
    (unless (and buffer (buffer-local-value 'context-broker-agent-scope buffer))
      (context-broker-tools-fail "only a one-shot agent ends by this tool" "answer the user"))
    (with-current-buffer buffer (setq context-broker-oneshot--done summary))
    ;; After the answer, by which the agent learns that it was heard.
    (run-at-time 2 nil (lambda ()
                         (when (buffer-live-p buffer)
                           (with-current-buffer buffer (context-broker-oneshot--ended nil)))))
    "Your task is closed; say nothing more."))

(provide 'context-broker-oneshot)
;;; context-broker-oneshot.el ends here
