;;; context-broker-oneshot.el --- Agents for one task and one place  -*- lexical-binding: t; -*-

;; Copyright (C) 2026 Context Broker contributors
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; A one-shot agent does one task in the background, within a scope: a region,
;; a buffer, a directory or a project.  It has the tools of this Emacs that
;; its scope allows and none of its own, so an agent that cannot be left
;; without its own is refused.  The scope is kept by the server and by Emacs
;; (context-broker-tools.el), not by what the agent is asked to do.
;;
;; Its target is highlighted as long as it works.  Overlay, buffer and process
;; are gone afterwards, however it ends.

;;; Code:

(require 'cl-lib)
(require 'context-broker-agent)
(require 'context-broker-tools)

(defcustom context-broker-oneshot-agent 'claude
  "The agent that does one-shot tasks."
  :type '(choice (const :tag "Claude Code" claude)
                 (const :tag "Kimi Code" kimi))
  :group 'context-broker)

(defface context-broker-oneshot-target
  '((t :inherit highlight :extend t))
  "What a one-shot agent works on."
  :group 'context-broker)

(defvar context-broker-oneshot--tasks nil
  "Tasks under way, each a list of session, overlay and what was said at last.")

(defun context-broker-oneshot--file-scope (kind)
  "Return a scope of KIND for the file of this buffer; signal where none."
  (let* ((buffer (or (buffer-base-buffer) (current-buffer)))
         (file (buffer-file-name buffer)))
    (unless file
      (user-error "This buffer has no file: save it to one first"))
    (when (file-remote-p file)
      (user-error "%s is on another machine; agents work on files of this one"
                  file))
    (list :kind kind :buffer buffer :file (file-truename file))))

(defun context-broker-oneshot-scope (kind)
  "Return the scope of KIND around point.
KIND is `region' (without an active one, the line), `buffer', `directory'
or `project'."
  (pcase kind
    ('region
     (let ((start (if (use-region-p) (region-beginning)
                    (line-beginning-position)))
           (end (if (use-region-p) (region-end) (line-end-position)))
           (scope (context-broker-oneshot--file-scope 'region)))
       (with-current-buffer (plist-get scope :buffer)
         (append scope (list :start (copy-marker start)
                             :end (copy-marker end t))))))
    ('buffer (context-broker-oneshot--file-scope 'buffer))
    ('directory
     (when (file-remote-p default-directory)
       (user-error "%s is on another machine" default-directory))
     (list :kind 'directory :directory
           (file-name-as-directory (file-truename default-directory))))
    ('project (list :kind 'project :directory (context-broker-root)))
    (_ (user-error "There is no scope %s" kind))))

(defun context-broker-oneshot--overlay (scope)
  "Highlight the target of SCOPE; return the overlay, or nil for a directory."
  (let ((buffer (plist-get scope :buffer)))
    (when buffer
      (with-current-buffer buffer
        (let ((overlay (save-restriction
                         (widen)
                         (make-overlay (or (plist-get scope :start) (point-min))
                                       (or (plist-get scope :end) (point-max))
                                       nil nil t))))
          (overlay-put overlay 'face 'context-broker-oneshot-target)
          (overlay-put overlay 'help-echo "An agent works on this")
          overlay)))))

(defun context-broker-oneshot--lines (scope)
  "Return the lines of SCOPE as words."
  (with-current-buffer (plist-get scope :buffer)
    (save-restriction
      (widen)
      (format "lines %d to %d"
              (line-number-at-pos (plist-get scope :start))
              (line-number-at-pos (plist-get scope :end))))))

(defun context-broker-oneshot--prompt (scope instruction)
  "Return what the agent of SCOPE is sent for INSTRUCTION."
  (concat
   instruction "\n\n"
   (pcase (plist-get scope :kind)
     ('region (format "Work on %s of %s, and on nothing else."
                      (context-broker-oneshot--lines scope)
                      (plist-get scope :file)))
     ('buffer (format "Work on %s, and on nothing else." (plist-get scope :file)))
     (_ (format "Work on files below %s, and on nothing else."
                (plist-get scope :directory))))
   "  You reach them by your tools alone.  When it is done, or cannot be"
   " done, call the tool `done' with one sentence that says what you did."))

;;;###autoload
(defun context-broker-do (kind instruction)
  "Have an agent do INSTRUCTION in the background, within a scope of KIND.
KIND is `region' (without an active one, the line), `buffer', `directory'
or `project'.  Interactively it is the region or line; with a prefix
argument it is asked for."
  (interactive
   (list (if current-prefix-arg
             (intern (completing-read "Scope: "
                                      '("region" "buffer" "directory" "project")
                                      nil t nil nil "buffer"))
           'region)
         (read-string "What shall be done? ")))
  (when (string-blank-p instruction)
    (user-error "Say what shall be done"))
  (let* ((scope (context-broker-oneshot-scope kind))
         (session (context-broker-agent-make
                   (context-broker-root)
                   :name (format "do-%s" (substring (md5 (format "%s%s" (float-time)
                                                                 (random)))
                                                    0 6))
                   :client context-broker-oneshot-agent
                   :scope scope
                   :ended #'context-broker-oneshot--turn-ended))
         (task (list session (context-broker-oneshot--overlay scope) nil)))
    (push task context-broker-oneshot--tasks)
    (condition-case problem
        (context-broker-agent-say
         session (context-broker-oneshot--prompt scope instruction))
      (error
       (context-broker-oneshot--end session)
       (signal (car problem) (cdr problem))))
    (message "%s works on it in the background; M-x context-broker-do-stop ends it"
             (context-broker-client-title
              (context-broker-agent-session-client session)))
    session))

(defun context-broker-oneshot--turn-ended (session failed)
  "The only turn of SESSION has ended; it FAILED or not."
  (let* ((task (assq session context-broker-oneshot--tasks))
         (said (nth 2 task)))
    (when task
      (let ((last (context-broker-oneshot--last-lines session)))
        (context-broker-oneshot--end session)
        (cond (failed (message "The agent failed: %s" last))
              (said (message "Done: %s" said))
              (t (message "The agent ended without saying that it is done: %s"
                          last)))))))

(defun context-broker-oneshot--last-lines (session)
  "Return the end of the conversation of SESSION, on one line."
  (let ((buffer (context-broker-agent-session-buffer session))
        (waiting (apply #'concat (context-broker-agent-session-output session))))
    (truncate-string-to-width
     (replace-regexp-in-string
      "[ \n]+" " "
      (string-trim
       (let ((text (concat (if (buffer-live-p buffer)
                               (with-current-buffer buffer
                                 (buffer-substring-no-properties
                                  (max (point-min)
                                       (- context-broker-agent--end 500))
                                  context-broker-agent--end))
                             "")
                           waiting)))
         (substring-no-properties text (max 0 (- (length text) 500))))))
     500)))

(defun context-broker-oneshot--end (session)
  "Remove all that belongs to the task of SESSION."
  (let ((task (assq session context-broker-oneshot--tasks)))
    (setq context-broker-oneshot--tasks
          (delq task context-broker-oneshot--tasks))
    (when (overlayp (nth 1 task)) (delete-overlay (nth 1 task)))
    (let ((scope (context-broker-agent-session-scope session)))
      (dolist (marker (list (plist-get scope :start) (plist-get scope :end)))
        (when (markerp marker) (set-marker marker nil))))
    (context-broker-agent-discard session)))

(defun context-broker-do-stop ()
  "End every one-shot agent."
  (interactive)
  (let ((tasks context-broker-oneshot--tasks))
    (dolist (task tasks)
      (context-broker-oneshot--end (car task)))
    (message "%d one-shot agent%s ended" (length tasks)
             (if (= (length tasks) 1) "" "s"))))

(defun context-broker-oneshot--done (summary)
  "The agent that calls is done, and says SUMMARY; its process ends soon."
  (let ((task (cl-find (context-broker-tools-caller)
                       context-broker-oneshot--tasks
                       :key (lambda (task)
                              (context-broker-agent-session-id (car task)))
                       :test #'equal)))
    (unless task
      (error "Only a one-shot agent ends by this tool"))
    (setf (nth 2 task) summary)
    ;; After the answer, which tells the agent that it was heard.
    (run-at-time 2 nil
                 (lambda ()
                   (when (memq task context-broker-oneshot--tasks)
                     (context-broker-oneshot--end (car task))
                     (message "Done: %s" summary))))
    "Your task is closed; say nothing more."))

(context-broker-deftool done
  "Say that the task is done, or that it cannot be done; it ends then."
  :function #'context-broker-oneshot--done
  :safe t
  :bound (region buffer directory project)
  :args ((summary string :required "What was done, in one sentence")))

(provide 'context-broker-oneshot)
;;; context-broker-oneshot.el ends here
