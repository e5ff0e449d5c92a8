;;; context-broker-buffers.el --- The tools that Emacs offers to agents  -*- lexical-binding: t; -*-

;; Copyright (C) 2026 The Context Broker authors
;; SPDX-License-Identifier: Apache-2.0
;; Package-Requires: ((emacs "28.2"))

;; This file is not part of GNU Emacs.

;;; Commentary:

;; The tools that coding agents find in every Emacs with this package:
;; buffers, files, windows, the region, messages, completion, xref, imenu,
;; output of compilations and terminals, watching, and evaluation.
;;
;; Positions are lines, from 1, of the whole buffer, also where it is
;; narrowed.  Each tool with a :bound has every text that it reads or
;; changes checked by `context-broker-tools-check-text'.

;;; Code:

(require 'context-broker-tools)
(require 'context-broker-prompt)
(require 'apropos)
(require 'imenu)
(require 'xref)

(defvar compilation-num-errors-found)

(defconst context-broker-buffers-chars-max 100000
  "A tool answers with at most so many characters of a buffer.")

;;; Texts of buffers

(defun context-broker-buffers--line-start (line)
  "The position where LINE begins; the end of the text beyond its last."
  (save-restriction
    (widen)
    (save-excursion
      (goto-char (point-min))
      (if (zerop (forward-line (1- (max 1 line)))) (point) (point-max)))))

(defun context-broker-buffers--lines (start end)
  "The lines START to END, both included, as (BEGIN . END) in positions.
Without START or END they are those that the call may touch."
  (when (and start end (> start (1+ end)))
    (context-broker-tools-fail "start_line is after end_line" "swap them"))
  (pcase-let* ((`(,first . ,last) (context-broker-tools-bounds))
               (from (if start (context-broker-buffers--line-start start) first))
               (to (if end (context-broker-buffers--line-start (1+ end)) last)))
    ;; A region within a line is meant by that line.
    (when (and start (< from first) (= start (line-number-at-pos first t)))
      (setq from first))
    (when (and end (> to last) (= end (line-number-at-pos (max first (1- last)) t)))
      (setq to last))
    (context-broker-tools-check-text from to)
    (cons from to)))

(defun context-broker-buffers--text (from to &optional max tail)
  "The text of FROM to TO, at most MAX characters.
What is cut is said in a line of its own; TAIL cuts the beginning."
  (context-broker-tools-check-text from to)
  (save-restriction
    (widen)
    (let* ((max (min (or max context-broker-buffers-chars-max) 2000000))
           (cut (> (- to from) max))
           (part (cond ((not cut) (cons from to))
                       (tail (cons (- to max) to))
                       (t (cons from (+ from max)))))
           (text (buffer-substring-no-properties (car part) (cdr part)))
           (note (and cut (format "[%d of %d characters, lines %d to %d of %d]"
                                  max (- to from)
                                  (line-number-at-pos (car part)) (line-number-at-pos (cdr part))
                                  (line-number-at-pos (point-max))))))
      (cond ((not cut) text)
            (tail (concat note "\n" text))
            (t (concat text "\n" note))))))

(defun context-broker-buffers--tail (lines)
  "The text of the last LINES lines of this buffer."
  (let ((end (cdr (context-broker-tools-bounds))))
    (context-broker-buffers--text
     (save-restriction
       (widen)
       (save-excursion
         (goto-char end)
         (forward-line (- (if (bolp) 0 1) (max 1 lines)))
         (max (point) (car (context-broker-tools-bounds)))))
     end nil t)))

(defun context-broker-buffers--flag (value)
  "VALUE as a truth value of JSON."
  (if value t :false))

;;; Buffers

(context-broker-deftool buffer_list
  "List the buffers of the user's Emacs: name, mode, file, size, whether modified and whether shown in a window."
  :safe t :bound region :context nil
  :args ((pattern string "only names or files that contain this text")
         (hidden boolean "also those whose name begins with a space"))
  (context-broker-tools-value
   (vconcat
    (cl-loop for buffer in (buffer-list)
             when (and (or hidden (not (string-prefix-p " " (buffer-name buffer))))
                       (or (null pattern)
                           (string-search pattern (buffer-name buffer))
                           (string-search pattern (or (buffer-file-name buffer) "")))
                       (condition-case nil
                           (progn (context-broker-tools-check-buffer buffer) t)
                         (context-broker-tools-failed nil)))
             collect (context-broker-buffers--facts buffer)))))

(defun context-broker-buffers--facts (buffer)
  "What a list says of BUFFER."
  (with-current-buffer buffer
    `((name . ,(buffer-name))
      (mode . ,(symbol-name major-mode))
      (file . ,(or buffer-file-name :null))
      (chars . ,(buffer-size))
      (modified . ,(context-broker-buffers--flag (and buffer-file-name (buffer-modified-p))))
      (shown . ,(context-broker-buffers--flag (get-buffer-window buffer 'visible)))
      ,@(when (context-broker-buffers--terminal-p) '((terminal . t))))))

(context-broker-deftool buffer_read
  "The text of a buffer, or of a file as Emacs has it (with unsaved changes): whole, a range of lines, or the last lines. Default: the buffer the user looks at."
  :safe t :bound region
  :args ((buffer buffer "name of a buffer")
         (file file "path of a file; it is opened if need be")
         (start_line integer "first line, from 1")
         (end_line integer "last line")
         (tail_lines integer "so many last lines instead")
         (max_chars integer "default 100000"))
  (if tail_lines (context-broker-buffers--tail tail_lines)
    (pcase-let ((`(,from . ,to) (context-broker-buffers--lines start_line end_line)))
      (context-broker-buffers--text from to max_chars))))

(context-broker-deftool buffer_info
  "Where the user is in a buffer: point, region, narrowing, number of lines, mode, file, whether read-only or modified."
  :safe t :bound buffer
  :args ((buffer buffer "default: the buffer the user looks at") (file file ""))
  (let ((window (get-buffer-window (current-buffer) t)))
    (context-broker-tools-value
     `(,@(context-broker-buffers--facts (current-buffer))
       (directory . ,default-directory)
       (lines . ,(save-restriction (widen) (line-number-at-pos (point-max))))
       (line . ,(line-number-at-pos (if window (window-point window) (point)) t))
       (read_only . ,(context-broker-buffers--flag buffer-read-only))
       (narrowed . ,(context-broker-buffers--flag (buffer-narrowed-p)))
       ,@(when (use-region-p)
           `((region_start_line . ,(line-number-at-pos (region-beginning) t))
             (region_end_line . ,(line-number-at-pos (region-end) t))))))))

(context-broker-deftool buffer_search
  "Lines of a buffer or file that match a regexp of Emacs, with their numbers."
  :safe t :bound region
  :args ((pattern string :required "regexp of Emacs")
         (buffer buffer "default: the buffer the user looks at") (file file "")
         (max_lines integer "default 100"))
  (pcase-let ((`(,from . ,to) (context-broker-tools-bounds)) (lines nil) (left (or max_lines 100)))
    (context-broker-tools-check-text from to)
    (save-restriction
      (narrow-to-region from to)
      (save-excursion
        (goto-char (point-min))
        (while (and (> left 0) (not (eobp)) (re-search-forward pattern nil t))
          (push (format "%d: %s" (line-number-at-pos (match-beginning 0) t)
                        (buffer-substring-no-properties (line-beginning-position) (line-end-position)))
                lines)
          (setq left (1- left))
          (forward-line 1))))
    (if lines (string-join (nreverse lines) "\n") "no line matches")))

(defun context-broker-buffers--replace (from to text)
  "Replace FROM to TO of this buffer by TEXT, as one step of undo."
  (context-broker-tools-check-text from to)
  (when buffer-read-only
    (context-broker-tools-fail (format "%s is read-only" (buffer-name)) "ask the user"))
  (when (and buffer-file-name (not (verify-visited-file-modtime)))
    (context-broker-tools-fail
     (format "%s has changed on the disk, and the buffer has changes that are not saved" buffer-file-name)
     "ask the user which of them is right"))
  (save-restriction
    (widen)
    (save-excursion
      (undo-boundary)
      (let ((inhibit-read-only nil))
        ;; Not `replace-match': in it, text that stays keeps markers where they were.
        (goto-char to)
        (insert text)
        (delete-region from to))
      (undo-boundary))))

(context-broker-deftool buffer_edit
  "Replace a text in a buffer or file by another. The old text must occur exactly once, unless replace_all is given. The buffer is not saved: see buffer_save."
  :bound region
  :args ((old_text string :required "as it stands there, with line ends")
         (new_text string :required "what replaces it")
         (buffer buffer "default: the buffer the user looks at") (file file "")
         (replace_all boolean "replace each occurrence"))
  (when (string-empty-p old_text)
    (context-broker-tools-fail "old_text is empty" "use buffer_replace_lines to insert"))
  (pcase-let ((`(,from . ,to) (context-broker-tools-bounds)) (case-fold-search nil) (found nil))
    (context-broker-tools-check-text from to)
    (save-restriction
      (widen)
      (save-excursion
        (goto-char from)
        (while (search-forward old_text to t)
          (push (cons (match-beginning 0) (match-end 0)) found))))
    (cond ((null found)
           (context-broker-tools-fail "old_text does not occur there" "read the text again; nothing was changed"))
          ((and (cdr found) (not replace_all))
           (context-broker-tools-fail
            (format "old_text occurs %d times" (length found))
            "send more of its surroundings, or replace_all; nothing was changed")))
    ;; From the last one on, so that the positions of the others hold.
    (pcase-dolist (`(,start . ,end) found)
      (context-broker-buffers--replace start end new_text))
    (format "replaced %d in %s, first at line %d" (length found) (buffer-name)
            (line-number-at-pos (caar (last found)) t))))

(context-broker-deftool buffer_replace_lines
  "Replace the lines start_line to end_line of a buffer or file by a text. With end_line = start_line - 1 the text is inserted before start_line. The buffer is not saved: see buffer_save."
  :bound region
  :args ((start_line integer :required "first line, from 1")
         (end_line integer :required "last line")
         (new_text string :required "whole lines, with the last line end")
         (buffer buffer "default: the buffer the user looks at") (file file ""))
  (pcase-let ((`(,from . ,to) (context-broker-buffers--lines start_line end_line)))
    (context-broker-buffers--replace from to new_text)
    (format "replaced lines %d to %d of %s" start_line end_line (buffer-name))))

(context-broker-deftool buffer_save
  "Save a buffer to its file."
  :bound buffer
  :function #'context-broker-buffers-save
  :args ((buffer buffer "default: the buffer the user looks at") (file file "")))

(defun context-broker-buffers-save (_buffer _file)
  "Save this buffer."
  (unless buffer-file-name
    (context-broker-tools-fail (format "%s visits no file" (buffer-name)) "write its text with file_write"))
  (context-broker-tools-check-file buffer-file-name t)
  (unless (verify-visited-file-modtime)
    (context-broker-tools-fail (format "%s has changed on the disk since it was read" buffer-file-name)
                               "ask the user which of them is right"))
  (if (not (buffer-modified-p)) (format "%s has no changes" (buffer-name))
    (let ((inhibit-message t) (require-final-newline nil))
      (save-restriction (widen) (basic-save-buffer)))
    (format "saved %s" buffer-file-name)))

(context-broker-deftool buffer_diff
  "The changes of a buffer that are not saved, as a unified diff against its file."
  :safe t :bound buffer
  :args ((buffer buffer "default: the buffer the user looks at") (file file ""))
  (unless buffer-file-name
    (context-broker-tools-fail (format "%s visits no file" (buffer-name)) ""))
  (context-broker-tools-check-file buffer-file-name)
  (let* ((new (save-restriction (widen) (buffer-substring-no-properties (point-min) (point-max))))
         (coding buffer-file-coding-system)
         (old (if (file-exists-p buffer-file-name)
                  (let ((file buffer-file-name))
                    (with-temp-buffer
                      (let ((coding-system-for-read coding)) (insert-file-contents file))
                      (buffer-string)))
                ""))
         (diff (context-broker-prompt-diff old new (file-name-nondirectory buffer-file-name))))
    (if (string-empty-p diff) "no changes" diff)))

(context-broker-deftool buffer_close
  "Close a buffer that has no unsaved changes."
  :bound buffer :context buffer
  :args ((buffer buffer :required "name of the buffer"))
  (when (or (and (buffer-file-name buffer) (buffer-modified-p buffer)) (get-buffer-process buffer))
    (context-broker-tools-fail
     (format "%s has unsaved changes or a process" (buffer-name buffer)) "ask the user to close it"))
  (let ((name (buffer-name buffer)))
    (kill-buffer buffer)
    (format "closed %s" name)))

;;; Files

(context-broker-deftool file_open
  "Open a file in the user's Emacs and, with show, show it in a window."
  :safe t :bound buffer :context nil
  :args ((file file :required "path") (line integer "line to go to")
         (show boolean "show it to the user"))
  (let ((buffer (context-broker-tools-visit file)))
    (when (or line show)
      (context-broker-buffers--go buffer line show nil))
    (format "%s is open in the buffer %s" file (buffer-name buffer))))

(context-broker-deftool file_write
  "Write a text to a file through Emacs, and save it. An existing file is only replaced with overwrite."
  :bound buffer :context nil
  :args ((file file :required "path") (text string :required "the whole text")
         (overwrite boolean "replace what is there"))
  (context-broker-tools-check-file file t)
  (when (file-symlink-p file)
    (context-broker-tools-check-file (file-truename file) t))
  (when (and (file-exists-p file) (not overwrite))
    (context-broker-tools-fail (format "%s exists" file) "send overwrite to replace it"))
  (unless (file-directory-p (file-name-directory file))
    (context-broker-tools-fail (format "there is no folder %s" (file-name-directory file)) "check the path"))
  (if (file-exists-p file)
      (with-current-buffer (context-broker-tools-visit file)
        (context-broker-buffers--replace 1 (1+ (buffer-size)) text)
        (context-broker-buffers-save nil nil))
    (let ((coding-system-for-write 'utf-8-unix))
      (write-region text nil file nil 'silent nil 'excl)))
  (format "wrote %d characters to %s" (length text) file))

(context-broker-deftool file_list
  "The files and folders of one folder."
  :safe t :bound buffer :needs-session-cwd t :context nil
  :args ((directory directory "default: the session's folder")
         (pattern string "only names that match this wildcard, such as *.el"))
  (let ((folder (or directory default-directory)))
    (context-broker-tools-check-file folder)
    (unless (file-directory-p folder)
      (context-broker-tools-fail (format "there is no folder %s" folder) "check the path"))
    (let ((names (directory-files-and-attributes
                  folder nil (and pattern (wildcard-to-regexp pattern)) nil nil)))
      (string-join
       (cl-loop for (name . attributes) in names repeat 1000
                unless (member name '("." ".."))
                collect (if (eq t (file-attribute-type attributes)) (concat name "/")
                          (format "%s (%d bytes)" name (file-attribute-size attributes))))
       "\n"))))

;;; Windows and the region

(context-broker-deftool window_list
  "The windows that the user sees: buffer, first and last line shown, line of point, which one is selected."
  :safe t :context nil
  (context-broker-tools-value
   (vconcat
    (cl-loop for frame in (visible-frame-list)
             append
             (cl-loop for window in (window-list frame 'no-minibuffer)
                      collect
                      (with-current-buffer (window-buffer window)
                        `((buffer . ,(buffer-name))
                          (start_line . ,(line-number-at-pos (window-start window) t))
                          (end_line . ,(line-number-at-pos (window-end window) t))
                          (line . ,(line-number-at-pos (window-point window) t))
                          (selected . ,(context-broker-buffers--flag
                                        (eq window (selected-window)))))))))))

(defun context-broker-buffers--go (buffer line show select)
  "Go to LINE of BUFFER, SHOW it in a window, and SELECT that."
  (with-current-buffer buffer
    (let* ((place (and line (context-broker-buffers--line-start line)))
           (window (if show (display-buffer buffer '(nil (inhibit-same-window . t)))
                     (get-buffer-window buffer t))))
      (when place
        (when (and (buffer-narrowed-p) (not (<= (point-min) place (point-max))))
          (widen))
        (goto-char place)
        (when window (set-window-point window place)))
      (when (and window select) (select-window window)))))

(context-broker-deftool window_show
  "Show a buffer or file to the user in another window, at a line."
  :safe t
  :args ((buffer buffer "name of a buffer") (file file "path of a file")
         (line integer "") (select boolean "also move the user there"))
  (context-broker-buffers--go (current-buffer) line t select)
  (format "%s is shown" (buffer-name)))

(context-broker-deftool region_get
  "The text that the user has selected (the active region), with its buffer and lines."
  :safe t
  :args ((buffer buffer "default: the buffer the user looks at"))
  (unless (and mark-active (mark))
    (context-broker-tools-fail (format "nothing is selected in %s" (buffer-name)) "ask the user to select it"))
  (context-broker-tools-value
   `((buffer . ,(buffer-name))
     (file . ,(or buffer-file-name :null))
     (start_line . ,(line-number-at-pos (region-beginning) t))
     (end_line . ,(line-number-at-pos (region-end) t))
     (text . ,(context-broker-buffers--text (region-beginning) (region-end))))))

(context-broker-deftool region_select
  "Select lines of a buffer or file for the user, and show them."
  :safe t
  :args ((start_line integer :required "") (end_line integer :required "")
         (buffer buffer "default: the buffer the user looks at") (file file ""))
  (context-broker-buffers--go (current-buffer) start_line t nil)
  (push-mark (context-broker-buffers--line-start (1+ end_line)) t t)
  (setq deactivate-mark nil)
  (format "selected lines %d to %d of %s" start_line end_line (buffer-name)))

(context-broker-deftool region_replace
  "Replace the text that the user has selected by another."
  :args ((new_text string :required "") (buffer buffer "default: the buffer the user looks at"))
  (unless (and mark-active (mark))
    (context-broker-tools-fail (format "nothing is selected in %s" (buffer-name)) "ask the user to select it"))
  (context-broker-buffers--replace (region-beginning) (region-end) new_text)
  (format "replaced the region of %s" (buffer-name)))

;;; Messages, completion, xref, imenu

(context-broker-deftool messages_tail
  "The last messages of Emacs (the buffer *Messages*)."
  :safe t :context nil
  :args ((lines integer "default 30"))
  (with-current-buffer (messages-buffer)
    (context-broker-buffers--tail (or lines 30))))

(context-broker-deftool message_show
  "Show the user a short message in the echo area of Emacs."
  :safe t :bound nothing :context nil
  :args ((text string :required ""))
  (message "%s" (truncate-string-to-width text 2000 nil nil t))
  "shown")

(context-broker-deftool completion_at
  "What Emacs would complete at a place of a buffer or file, as its mode knows it."
  :safe t
  :args ((line integer :required "from 1") (column integer :required "characters before it")
         (buffer buffer "default: the buffer the user looks at") (file file "")
         (max_candidates integer "default 50"))
  (save-restriction
    (widen)
    (save-excursion
      (goto-char (context-broker-buffers--at line column))
      (pcase (run-hook-wrapped 'completion-at-point-functions #'completion--capf-wrapper 'all)
        (`(,_ . (,start ,end ,table . ,properties))
         (let* ((text (buffer-substring-no-properties start (min end (point))))
                (all (all-completions text table (plist-get properties :predicate)))
                (annotate (plist-get properties :annotation-function)))
           (string-join
            (cons (format "%d completions of \"%s\"" (length all) text)
                  (mapcar (lambda (one)
                            (concat (substring-no-properties one)
                                    (and annotate (funcall annotate one))))
                          (seq-take all (or max_candidates 50))))
            "\n")))
        (_ "no completions there")))))

(defun context-broker-buffers--at (line column)
  "The position at COLUMN of LINE."
  (let ((start (context-broker-buffers--line-start line)))
    (save-excursion
      (goto-char start)
      (min (+ start (max 0 column)) (line-end-position)))))

(defmacro context-broker-buffers--define-xref (what documentation)
  "Define the tool xref_WHAT by the function of xref backends of that name.
DOCUMENTATION is its description."
  `(context-broker-deftool ,(intern (format "xref_%s" what))
     ,documentation
     :safe t
     :args ((identifier string :required "a name, or words of one for apropos")
            (buffer buffer "whose mode knows the name; default: the one the user looks at")
            (file file "the same by a file"))
     (context-broker-buffers--xrefs #',(intern (format "xref-backend-%s" what)) identifier)))

(context-broker-buffers--define-xref definitions
  "Where a name is defined, as xref finds it in the user's Emacs.")
(context-broker-buffers--define-xref references
  "Where a name is used, as xref finds it in the user's Emacs.")
(context-broker-buffers--define-xref apropos
  "Definitions whose names match words, as xref finds them in the user's Emacs.")

(defun context-broker-buffers--xrefs (find identifier)
  "What FIND, a function of an xref backend, finds of IDENTIFIER."
  (let* ((backend (xref-find-backend))
         (found (and backend (funcall find backend identifier))))
    (if (null found) (format "nothing found (xref backend: %s)" backend)
      (string-join
       (cl-loop for item in found repeat 200
                collect
                (let ((location (xref-item-location item)))
                  (format "%s%s: %s" (xref-location-group location)
                          (if-let ((line (xref-location-line location))) (format ":%s" line) "")
                          (substring-no-properties (xref-item-summary item)))))
       "\n"))))

(context-broker-deftool imenu_list
  "The outline of a buffer or file as its mode has it: definitions and headings with their lines."
  :safe t :bound buffer
  :args ((buffer buffer "default: the buffer the user looks at") (file file ""))
  (save-restriction
    (widen)
    (let ((lines nil))
      (cl-labels
          ((walk (index depth)
             (pcase-dolist (`(,name . ,place) index)
               (cond ((eq place -99))
                     ((and (consp place) (consp (car place)))
                      (push (format "%s%s" (make-string depth ?\s) name) lines)
                      (walk place (+ depth 2)))
                     (t
                      (let ((at (if (overlayp place) (overlay-start place)
                                  (if (consp place) (car place) place))))
                        (push (format "%s%s%s" (make-string depth ?\s) (substring-no-properties name)
                                      (if (number-or-marker-p at)
                                          (format ": %d" (line-number-at-pos at)) ""))
                              lines)))))))
        (walk (let ((imenu-auto-rescan t)) (funcall imenu-create-index-function)) 0))
      (if lines (string-join (nreverse lines) "\n") "no definitions"))))

;;; Output: compilations, terminals, watching

(context-broker-deftool compilation_output
  "The output of the user's last compilation (or grep), its state, and how many errors it has."
  :safe t :context nil
  :args ((buffer buffer "default: the newest compilation")
         (tail_lines integer "default 200"))
  (let ((buffer (or buffer (seq-find (lambda (one)
                                       (provided-mode-derived-p
                                        (buffer-local-value 'major-mode one) 'compilation-mode))
                                     (buffer-list)))))
    (unless buffer
      (context-broker-tools-fail "there is no compilation" "ask the user to run one (M-x compile)"))
    (with-current-buffer buffer
      (format "%s: %s, %s errors\n%s" (buffer-name)
              (let ((process (get-buffer-process buffer)))
                (if process (symbol-name (process-status process)) "ended"))
              (if (numberp (bound-and-true-p compilation-num-errors-found))
                  compilation-num-errors-found "?")
              (context-broker-buffers--tail (or tail_lines 200))))))

(defun context-broker-buffers--terminal-p ()
  "Whether this buffer is a terminal or a shell."
  (derived-mode-p 'comint-mode 'term-mode 'eshell-mode 'vterm-mode 'eat-mode))

(defun context-broker-buffers--require-terminal ()
  "Fail unless this buffer is a terminal."
  (unless (context-broker-buffers--terminal-p)
    (context-broker-tools-fail (format "%s is no terminal" (buffer-name))
                               "buffer_list marks those that are")))

(context-broker-deftool terminal_tail
  "The last lines of a terminal or shell buffer of the user."
  :safe t
  :args ((buffer buffer :required "name") (lines integer "default 100"))
  (context-broker-buffers--require-terminal)
  (context-broker-buffers--tail (or lines 100)))

(context-broker-deftool terminal_clear
  "Clear the old output of a terminal or shell buffer of the user."
  :args ((buffer buffer :required "name"))
  (context-broker-buffers--require-terminal)
  (let ((inhibit-read-only t) (before (buffer-size)))
    (save-restriction
      (widen)
      (save-excursion
        (goto-char (point-max))
        (delete-region (point-min) (line-beginning-position))))
    (format "removed %d characters" (- before (buffer-size)))))

(context-broker-deftool buffer_watch
  "Wait until a buffer (a terminal, a compilation) shows a text, is quiet for a while, or ends; then give what was added. Emacs stays usable meanwhile."
  :safe t :bound buffer
  :args ((buffer buffer "default: the buffer the user looks at") (file file "")
         (pattern string "regexp of Emacs to wait for in what is added")
         (quiet_seconds number "also end after so many seconds without a change")
         (timeout integer "seconds; default 60, at most 3600"))
  (when pattern (string-match-p pattern ""))
  (let* ((buffer (current-buffer))
         (start (copy-marker (save-restriction (widen) (point-max))))
         (seconds (max 1 (min 3600 (or timeout 60))))
         (tick (buffer-chars-modified-tick))
         (changed (float-time))
         (end (+ changed seconds))
         timer)
    (context-broker-tools-later
     (lambda (answer)
       (let ((stop (lambda () (cancel-timer timer) (set-marker start nil))))
         (setq timer
               (run-at-time
                0.1 0.25
                (context-broker-tools-call-again
                 (lambda ()
                   (when-let ((reason (context-broker-buffers--watched
                                       buffer start pattern
                                       (- end (float-time))
                                       (and quiet_seconds
                                            (let ((now (and (buffer-live-p buffer)
                                                            (buffer-chars-modified-tick buffer))))
                                              (unless (eql now tick)
                                                (setq tick now changed (float-time)))
                                              (- (+ changed quiet_seconds) (float-time)))))))
                     (let ((text (and (buffer-live-p buffer)
                                      (with-current-buffer buffer
                                        (context-broker-buffers--text
                                         (min start (1+ (buffer-size))) (1+ (buffer-size)) nil t)))))
                       (funcall stop)
                       (funcall answer (context-broker-tools-value
                                        `((reason . ,reason) (text . ,(or text "")))))))))))
         stop))
     :message (format "watching %s" (buffer-name buffer))
     :seconds seconds)))

(defun context-broker-buffers--watched (buffer start pattern left quiet)
  "Why to stop watching BUFFER, or nil.
START is where what was added begins, PATTERN what is waited for, LEFT
and QUIET the seconds until each of these ends the watching."
  (cond ((not (buffer-live-p buffer)) "closed")
        ((and pattern
              (with-current-buffer buffer
                (save-restriction
                  (widen)
                  (save-excursion
                    (goto-char (max start (- (point-max) context-broker-buffers-chars-max)))
                    (re-search-forward pattern nil t)))))
         "found")
        ((and quiet (<= quiet 0)) "quiet")
        ((<= left 0) "timeout")))

;;; Evaluation

(context-broker-deftool eval
  "Evaluate Lisp forms in the user's Emacs and give the printed value of the last one, after what they printed. Define a function and offer it as a tool at once with context-broker-deftool: (context-broker-deftool NAME \"description\" :function #'f :safe BOOL :args ((ARG TYPE :required \"description\"))). Forms must not ask or wait."
  :enabled context-broker-tools-allow-eval :context nil :needs-session-cwd t
  :args ((code string :required "one or more forms, with lexical binding"))
  (let* ((at 0) value
         (printed (with-output-to-string
                    (while (string-match "[^ \t\n\r\f]" code at)
                      (pcase-let ((`(,form . ,end)
                                   (condition-case nil (read-from-string code at)
                                     (end-of-file
                                      (if (string-match-p "\\`[ \t\n\r\f]*\\(;[^\n]*\n?[ \t\n\r\f]*\\)*\\'"
                                                          (substring code at))
                                          (cons nil nil)
                                        (context-broker-tools-fail "the code ends within a form" ""))))))
                        (if (null end) (setq at (length code))
                          (setq value (eval form t) at end)))))))
    (concat printed (and (not (string-empty-p printed)) "\n") (format "%S" value))))

(provide 'context-broker-buffers)
;;; context-broker-buffers.el ends here
