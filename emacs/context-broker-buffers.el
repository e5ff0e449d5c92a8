;;; context-broker-buffers.el --- The tools that Emacs offers to agents  -*- lexical-binding: t; -*-

;; Copyright (C) 2026 Context Broker contributors
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; The tools that agents find in every Emacs with this package.  Positions are lines, from 1, of
;; the whole buffer, also where it is narrowed.  What a tool with a :bound reads or changes is
;; checked by `context-broker-tools-check-text' and its like.

;;; Code:

(require 'apropos)
(require 'context-broker-prompt)
(require 'imenu)
(require 'xref)
(defvar compilation-num-errors-found)

(defmacro context-broker-buffers--with-whole (&rest body)
  "Do BODY in this whole buffer, also where it is narrowed; point stays."
  (declare (indent 0))
  `(save-restriction (widen) (save-excursion ,@body)))

(defmacro context-broker-buffers--deftool (name description properties args &rest body)
  "Define the tool NAME, with BODY for a buffer that is given by its name or file.
DESCRIPTION, PROPERTIES and ARGS: see `context-broker-deftool'."
  (declare (indent defun) (doc-string 2))
  `(context-broker-deftool ,name ,description
     ,@properties
     :args (,@args (buffer buffer "name; default: the buffer the user looks at")
                   (file file "path, in place of a buffer; opened if need be"))
     (context-broker-buffers--with-whole ,@body)))

;;; Texts of buffers
(defun context-broker-buffers--list (lines max)
  "LINES as a text, MAX of them at most, and how many there are if more."
  (concat (string-join (seq-take lines max) "\n")
          (if (length> lines max) (format "\n[%d of %d]" max (length lines)) "")))

(defun context-broker-buffers--position (line &optional column)
  (context-broker-buffers--with-whole
    (goto-char (point-min))
    (forward-line (1- line))
    (min (+ (point) (or column 0)) (line-end-position))))

(defun context-broker-buffers--text (from to &optional max tail)
  "The text of FROM to TO, at most MAX characters; TAIL cuts its beginning."
  (context-broker-tools-check-text from to)
  (let* ((max (min (or max 100000) 2000000)) (cut (> (- to from) max))
         (start (if (and cut tail) (- to max) from)) (end (if (and cut (not tail)) (+ from max) to))
         (text (buffer-substring-no-properties start end))
         (note (if cut (format "[%d of %d characters: lines %d to %d]" max (- to from)
                               (context-broker-tools-line start) (context-broker-tools-line end)))))
    (string-join (delq nil (if tail (list note text) (list text note))) "\n")))

(defun context-broker-buffers--tail (lines)
  (pcase-let ((`(,first . ,end) (context-broker-tools-bounds)))
    (context-broker-buffers--with-whole
      (goto-char end)
      (forward-line (- (if (bolp) 0 1) (max 1 lines)))
      (context-broker-buffers--text (max first (point)) end nil t))))

(defun context-broker-buffers--file (&optional change)
  "The file of this buffer; fails where the call may not touch or CHANGE it."
  (unless buffer-file-name (context-broker-tools-fail "%s visits no file" "" (buffer-name)))
  (context-broker-tools-check-file buffer-file-name change)
  (unless (or (not change) (verify-visited-file-modtime))
    (context-broker-tools-fail "%s has changed on the disk since it was read"
                               "ask the user which of them is right" buffer-file-name))
  buffer-file-name)

;;; Buffers
(context-broker-deftool buffer_list
  "List the buffers of the user's Emacs: name, mode, file, number of lines, line of point, and \
whether each is modified, read-only, narrowed, shown in a window, or a terminal."
  :safe t :bound (region buffer directory project) :context nil
  :args ((pattern string "only names or files that contain this text"))
  (context-broker-tools-value
   (vconcat
    (cl-loop for buffer in (buffer-list)
             for name = (buffer-name buffer) for file = (buffer-file-name buffer)
             when (and (not (string-prefix-p " " name))
                       (string-search (or pattern "") (concat name "\n" file))
                       (ignore-error context-broker-tools-failed
                         (context-broker-tools-check-buffer buffer)
                         t))
             collect
             (with-current-buffer buffer
               `((name . ,name) (mode . ,(symbol-name major-mode)) (file . ,(or file :null))
                 (lines . ,(context-broker-tools-line (1+ (buffer-size))))
                 (line . ,(context-broker-tools-line))
                 ,@(cl-loop for (key . value) in
                            `((modified . ,(and file (buffer-modified-p)))
                              (read_only . ,buffer-read-only)
                              (narrowed . ,(buffer-narrowed-p))
                              (shown . ,(get-buffer-window buffer 'visible))
                              (terminal . ,(context-broker-buffers--terminal-p)))
                            when value collect (cons key t))))))))

(context-broker-buffers--deftool buffer_read
  "The text of a buffer, or of a file as Emacs has it (with unsaved changes): whole, a range of \
lines, or the last lines."
  (:safe t :bound (region buffer directory project))
  ((start_line integer "from 1") (end_line integer)
   (tail_lines integer "so many last lines instead") (max_chars integer "default 100000"))
  (if tail_lines (context-broker-buffers--tail tail_lines)
    (pcase-let* ((`(,first . ,last) (context-broker-tools-bounds))
                 (from (if start_line (context-broker-buffers--position start_line) first))
                 (to (if end_line (context-broker-buffers--position (1+ end_line)) last)))
      (when (> from to)
        (context-broker-tools-fail "start_line is after end_line" "swap them"))
      ;; By its line, a region within that line is meant.
      (when (and start_line (= start_line (context-broker-tools-line first)))
        (setq from (max from first)))
      (when (and end_line (= end_line (context-broker-tools-line (max first (1- last)))))
        (setq to (min to last)))
      (context-broker-buffers--text from to max_chars))))

(defun context-broker-buffers--replace (from to text)
  "Replace FROM to TO of this buffer by TEXT, as one step of undo."
  (context-broker-tools-check-text from to)
  (when buffer-read-only (context-broker-tools-fail "%s is read-only" "ask the user" (buffer-name)))
  (when buffer-file-name (context-broker-buffers--file t))
  (context-broker-buffers--with-whole
    (pcase-let* ((`(,first . ,last) (context-broker-tools-bounds))
                 (first (copy-marker first)) (last (copy-marker last t)))
      (undo-boundary)
      (goto-char to)
      (insert text)
      (delete-region from to)
      (undo-boundary)
      (context-broker-tools-move-bounds first last))))

(context-broker-buffers--deftool buffer_edit
  "Replace a text in a buffer or file by another. The old text must occur exactly once, unless \
replace_all is given; an empty one appends. The buffer is not saved: see buffer_save."
  (:bound (region buffer directory project))
  ((old_text string :required "as it stands there, with line ends") (new_text string :required)
   (replace_all boolean))
  (pcase-let ((`(,from . ,to) (context-broker-tools-bounds)) (case-fold-search nil) (found nil))
    (context-broker-tools-check-text from to)
    (goto-char from)
    (if (equal "" old_text) (setq found (list to))
      (while (search-forward old_text to t) (push (match-beginning 0) found)))
    (unless (and found (or replace_all (null (cdr found))))
      (context-broker-tools-fail "old_text occurs %d times there; nothing was changed"
                                 (if found "send more of it, or replace_all" "read the text again")
                                 (length found)))
    ;; The last one first, so that the positions of the others hold.
    (dolist (start found)
      (context-broker-buffers--replace start (+ start (length old_text)) new_text))
    (format "replaced %d in %s, first at line %d" (length found) (buffer-name)
            (context-broker-tools-line (car (last found))))))

(defun context-broker-buffers--save ()
  (let ((file (context-broker-buffers--file t)) (inhibit-message t) (require-final-newline nil))
    (basic-save-buffer)
    (format "saved %s" file)))

(context-broker-buffers--deftool buffer_save
  "Save a buffer to its file."
  (:bound (buffer directory project)) ()
  (context-broker-buffers--save))

(context-broker-buffers--deftool buffer_diff
  "The changes of a buffer that are not saved, as a unified diff against its file."
  (:safe t :bound (buffer directory project)) ()
  (let* ((file (context-broker-buffers--file)) (coding-system-for-read buffer-file-coding-system)
         (old (with-temp-buffer
                (when (file-regular-p file) (insert-file-contents file))
                (buffer-string)))
         (diff (context-broker-prompt-diff old (buffer-string) (file-name-nondirectory file))))
    (if (equal "" diff) "no changes" (substring-no-properties diff))))

;;; Files
(context-broker-deftool file_write
  "Write a text to a file through Emacs, and save it. An existing file is only replaced with \
overwrite."
  :bound (buffer directory project) :context nil
  :args ((file file :required) (text string :required "the whole text") (overwrite boolean))
  (context-broker-tools-check-file file t)
  (cond ((not (file-directory-p (file-name-directory file)))
         (context-broker-tools-fail "there is no folder %s" "" (file-name-directory file)))
        ((not (file-exists-p file))
         (let ((coding-system-for-write 'utf-8-unix))
           (write-region text nil file nil 'silent nil 'excl))
         ;; A link on the way to it may have been replaced meanwhile.
         (condition-case problem (context-broker-tools-check-file file t)
           (error (delete-file file) (signal (car problem) (cdr problem))))
         (format "wrote %s" file))
        (overwrite (with-current-buffer (context-broker-tools-visit file)
                     (context-broker-buffers--replace 1 (1+ (buffer-size)) text)
                     (context-broker-buffers--save)))
        (t (context-broker-tools-fail "%s exists" "send overwrite to replace it" file))))

(context-broker-deftool file_list
  "The files and folders of one folder, with their sizes in bytes."
  :safe t :bound (directory project) :needs-session-cwd t :context directory
  :args ((directory directory "default: your working folder")
         (pattern string "only names that match this wildcard, such as *.el"))
  (context-broker-tools-check-file default-directory)
  (context-broker-buffers--list
   (mapcar (pcase-lambda (`(,name . ,facts))
             (if (eq t (file-attribute-type facts)) (concat name "/")
               (format "%s %d" name (file-attribute-size facts))))
           (directory-files-and-attributes
            default-directory nil
            (if pattern (wildcard-to-regexp pattern) directory-files-no-dot-files-regexp)))
   1000))

;;; Windows and the region
(context-broker-deftool window_list
  "The windows that the user sees: buffer, first and last line shown, line of point, which one is \
selected."
  :safe t :context nil
  (context-broker-tools-value
   (vconcat
    (cl-loop for window in (window-list-1 nil 'no-minibuffer 'visible)
             collect (with-current-buffer (window-buffer window)
                       `((buffer . ,(buffer-name))
                         (start_line . ,(context-broker-tools-line (window-start window)))
                         (end_line . ,(context-broker-tools-line (window-end window)))
                         (line . ,(context-broker-tools-line (window-point window)))
                         ,@(and (eq window (selected-window)) '((selected . t)))))))))

(context-broker-deftool window_show
  "Show a buffer or file to the user in another window, at a line."
  :safe t :args ((line integer) (buffer buffer "name") (file file "path, in place of a buffer"))
  (let ((window (display-buffer (current-buffer) '(nil (inhibit-same-window . t))))
        (place (if line (context-broker-buffers--position line) (point))))
    (unless (<= (point-min) place (point-max)) (widen))
    (goto-char place)
    (when window (set-window-point window place))
    (format "%s is shown" (buffer-name))))

(context-broker-buffers--deftool region_get
  "The text that the user has selected (the active region), with its buffer, file and lines."
  (:safe t) ()
  (unless (and mark-active (mark))
    (context-broker-tools-fail "nothing is selected in %s" "ask the user to select it"
                               (buffer-name)))
  (context-broker-tools-value
   `((buffer . ,(buffer-name)) (file . ,(or buffer-file-name :null))
     (start_line . ,(context-broker-tools-line (region-beginning)))
     (end_line . ,(context-broker-tools-line (region-end)))
     (text . ,(context-broker-buffers--text (region-beginning) (region-end))))))

;;; Messages, completion, xref, imenu
(context-broker-deftool messages_tail
  "The last messages of Emacs (the buffer *Messages*)."
  :safe t :context nil :args ((lines integer "default 30"))
  (with-current-buffer (messages-buffer) (context-broker-buffers--tail (or lines 30))))

(context-broker-buffers--deftool completion_at
  "What Emacs would complete at a place of a buffer or file, as its mode knows it."
  (:safe t)
  ((line integer :required "from 1") (column integer :required "characters before it"))
  (goto-char (context-broker-buffers--position line column))
  (pcase (run-hook-wrapped 'completion-at-point-functions #'completion--capf-wrapper 'all)
    (`(,_ . (,start ,_ ,table . ,more))
     (let* ((text (buffer-substring-no-properties start (point)))
            (all (all-completions text table (plist-get more :predicate))))
       (format "%d completions of \"%s\"\n%s" (length all) text
               (context-broker-buffers--list all 100))))
    (_ "no completions there")))

(context-broker-buffers--deftool xref_find
  "What xref in Emacs finds for a buffer or file: where a name is defined or used, or, by apropos, \
definitions whose names match words."
  (:safe t)
  ((what (choice "definitions" "references" "apropos") :required)
   (identifier string :required "a name; words for apropos"))
  (let* ((backend (xref-find-backend))
         (found (and backend (funcall (intern (concat "xref-backend-" what)) backend identifier))))
    (if (null found) (format "nothing found (xref backend: %s)" backend)
      (context-broker-buffers--list
       (mapcar (lambda (item)
                 (let* ((location (xref-item-location item)) (line (xref-location-line location)))
                   (format "%s%s: %s" (xref-location-group location)
                           (if line (format ":%s" line) "")
                           (substring-no-properties (xref-item-summary item)))))
               found)
       200))))

(context-broker-buffers--deftool imenu_list
  "The outline of a buffer or file as its mode has it: definitions and headings with their lines."
  (:safe t :bound (buffer directory project)) ()
  (let ((lines (context-broker-buffers--outline (funcall imenu-create-index-function) "")))
    (if lines (string-join lines "\n") "no definitions")))

(defun context-broker-buffers--outline (index indent)
  (cl-loop for (name . place) in index
           for at = (cond ((overlayp place) (overlay-start place)) ((consp place) (car place))
                          (place))
           for line = (if (number-or-marker-p at) (format ": %d" (context-broker-tools-line at)) "")
           collect (concat indent (substring-no-properties name) line)
           when (consp at) append (context-broker-buffers--outline place (concat indent "  "))))

;;; Output: compilations, terminals, watching
(context-broker-deftool compilation_output
  "The output of the user's last compilation (or grep), its state, and how many errors it has."
  :safe t :context nil :args ((tail_lines integer "default 200"))
  (with-current-buffer
      (or (seq-find (lambda (one) (with-current-buffer one (derived-mode-p 'compilation-mode)))
                    (buffer-list))
          (context-broker-tools-fail "there is no compilation"
                                     "ask the user to run one (M-x compile)"))
    (format "%s: %s, %s errors\n%s" (buffer-name)
            (if (get-buffer-process (current-buffer)) "running" "ended")
            compilation-num-errors-found
            (context-broker-buffers--tail (or tail_lines 200)))))

(defun context-broker-buffers--terminal-p (&optional fail)
  "Whether this buffer is a terminal or a shell; with FAIL, fails if it is none."
  (or (derived-mode-p 'comint-mode 'term-mode 'eshell-mode 'vterm-mode 'eat-mode)
      (and fail (context-broker-tools-fail "%s is no terminal" "buffer_list marks those"
                                           (buffer-name)))))

(context-broker-deftool terminal_tail
  "The last lines of a terminal or shell buffer of the user."
  :safe t :args ((buffer buffer :required) (lines integer "default 100"))
  (context-broker-buffers--terminal-p 'fail)
  (context-broker-buffers--tail (or lines 100)))

(context-broker-deftool terminal_clear
  "Clear the old output of a terminal or shell buffer of the user, but for its last line."
  :args ((buffer buffer :required))
  (context-broker-buffers--terminal-p 'fail)
  (let ((inhibit-read-only t) (before (buffer-size)))
    (context-broker-buffers--with-whole
      (goto-char (point-max))
      (delete-region 1 (line-beginning-position)))
    (format "removed %d characters" (- before (buffer-size)))))

(context-broker-buffers--deftool buffer_watch
  "Wait until a buffer (a terminal, a compilation) shows a text, is quiet for a while, or is \
closed; then give what was added. Emacs stays usable meanwhile."
  (:safe t :bound (buffer directory project))
  ((pattern string "regexp of Emacs to wait for in what is added")
   (quiet_seconds number "also end after so many seconds without a change")
   (timeout integer "seconds; default 60, at most 3600"))
  (let* ((watched (current-buffer)) (start (copy-marker (1+ (buffer-size))))
         (seconds (max 1 (min 3600 (or timeout 60)))) (end (+ (float-time) seconds))
         (seen "") (changed (float-time)))
    (string-match-p (or pattern "") "")
    (context-broker-tools-later
     (lambda (answer)
       (let* ((look
               (lambda ()
                 (let* ((now (float-time)) (live (buffer-live-p watched))
                        (text (if (not live) seen
                                (with-current-buffer watched
                                  (context-broker-buffers--with-whole
                                    (context-broker-buffers--text start (point-max) nil t))))))
                   (unless (equal text seen) (setq seen text changed now))
                   (when-let ((reason
                               (cond ((not live) "closed")
                                     ((and pattern (string-match-p pattern text)) "found")
                                     ((and quiet_seconds (< quiet_seconds (- now changed))) "quiet")
                                     ((<= end now) "timeout"))))
                     (funcall answer (context-broker-tools-value
                                      `((reason . ,reason) (text . ,text))))))))
              (timer (run-at-time 0.1 0.25 (context-broker-tools-continue look))))
         (lambda () (cancel-timer timer))))
     :message (format "watching %s" (buffer-name watched)) :seconds seconds)))

;;; Evaluation
(context-broker-deftool eval
  "Evaluate Lisp forms in the user's Emacs; gives what they print and the value of the last one. \
It can define a tool that is offered at once: (context-broker-deftool NAME \"description\" :args \
((ARG TYPE :required \"description\")) FORM...). Forms must not ask or wait."
  :context nil :needs-session-cwd t
  :args ((code string :required "forms, with lexical binding"))
  (let* ((forms (with-temp-buffer
                  (set-syntax-table emacs-lisp-mode-syntax-table)
                  (insert code)
                  (goto-char (point-min))
                  (cl-loop do (forward-comment (point-max))
                           until (eobp) collect (read (current-buffer)))))
         (value nil)
         (printed (with-output-to-string (dolist (form forms) (setq value (eval form t))))))
    (concat printed (if (equal "" printed) "" "\n") (format "%S" value))))

(provide 'context-broker-buffers)
;;; context-broker-buffers.el ends here
