;;; context-broker-edit.el --- Edits by symbol, previewed and undone  -*- lexical-binding: t; -*-

;; Copyright (C) 2026 Context Broker contributors
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; `context-broker-edit-rename' and its siblings stage an edit and show its
;; diff.  \\`C-c C-c' writes exactly what is shown, or refuses where a file has
;; changed meanwhile.  Then `u' takes it back, byte for byte.
;;
;; The server reads files, not buffers: unsaved changes of a file that an
;; edit concerns are saved first, or the edit is not made.

;;; Code:

(require 'cl-lib)
(require 'context-broker-mcp)
(require 'context-broker-xref)
(require 'diff-mode)
(require 'seq)
(require 'subr-x)

(defcustom context-broker-edit-places-shown 30
  "Places that a preview lists at first; a button shows the others."
  :type 'natnum
  :group 'context-broker)

(defvar-local context-broker-edit--root nil
  "The project that this buffer's edit is about.")

(defvar-local context-broker-edit--ask nil
  "The call that made this preview: a tool and its arguments.")

(defvar-local context-broker-edit--allow nil
  "Arguments by which the person allowed what was refused, a plist.")

(defvar-local context-broker-edit--answer nil
  "The newest answer about this edit.")

(defvar-local context-broker-edit--session nil
  "The session that holds this edit, or nil.")

(defvar-local context-broker-edit--state nil
  "What became of the edit.
One of `asking', `failed' or, as the server calls it, `staged', `preview',
`applied', `undone', `refused', `stale', `unchanged', `missing', `ambiguous'.")

(defvar-local context-broker-edit--request nil
  "The request that is open, or nil.")

(defvar-local context-broker-edit--whole nil
  "Non-nil if all places are listed.")

;;; Files and their buffers

(defun context-broker-edit--files (answer)
  "Return the paths that ANSWER writes, relative to the project."
  (delete-dups
   (cl-loop for row in (context-broker-xref--rows (alist-get 'files answer))
            collect (alist-get 'path row)
            when (alist-get 'to row) collect it)))

(defun context-broker-edit--buffers (root paths)
  "Return the buffers that visit PATHS of ROOT, also by links or indirectly."
  (let ((files (mapcar (lambda (path)
                         (file-truename (expand-file-name path root)))
                       paths)))
    (seq-filter (lambda (buffer)
                  (let ((file (buffer-file-name buffer)))
                    (and file (not (file-remote-p file))
                         (member (file-truename file) files))))
                (buffer-list))))

(defun context-broker-edit--unsaved (root paths)
  "Return the buffers of PATHS of ROOT that have unsaved changes."
  (seq-filter #'buffer-modified-p (context-broker-edit--buffers root paths)))

(defun context-broker-edit--save (buffers)
  "Ask to save BUFFERS; return non-nil if all are saved."
  (cl-loop for buffer in buffers always
           (and (y-or-n-p (format "The edit is made from files.  Save %s? "
                                  (buffer-name buffer)))
                (with-current-buffer buffer (save-buffer) t))))

(defun context-broker-edit--revert (root paths)
  "Show in the buffers of PATHS of ROOT what was written, point where it was."
  (dolist (buffer (context-broker-edit--buffers root paths))
    (with-current-buffer buffer
      (cond
       ((buffer-modified-p)
        (message "%s has unsaved changes, and its file was written"
                 (buffer-name)))
       ((file-exists-p buffer-file-name)
        (let ((revert-buffer-with-fine-grain-max-seconds .5))
          (revert-buffer-with-fine-grain t t)))
       (t (message "%s: its file is gone" (buffer-name)))))))

;;; The preview

(defvar context-broker-edit-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c C-c") #'context-broker-edit-apply)
    (define-key map (kbd "C-c C-k") #'context-broker-edit-drop)
    (define-key map "u" #'context-broker-edit-undo-this)
    (define-key map "g" #'revert-buffer)
    (define-key map "q" #'quit-window)
    (define-key map [remap keyboard-quit] #'context-broker-edit-quit)
    map)
  "Keys of the preview of an edit, beside those of `diff-mode'.")

(define-derived-mode context-broker-edit-mode diff-mode "Edit"
  "The preview of an edit by symbol.

\\{context-broker-edit-mode-map}"
  (setq buffer-read-only t
        header-line-format '(:eval (context-broker-edit--header)))
  (setq-local diff-font-lock-syntax 'hunk-only
              revert-buffer-function #'context-broker-edit--again)
  (add-hook 'kill-buffer-hook #'context-broker-edit--forget nil t))

(defun context-broker-edit--header ()
  "Return the header line: the state, and what can be done."
  (substitute-command-keys
   (pcase context-broker-edit--state
     ('asking "Asking Context Broker…  \\[context-broker-edit-quit] cancels")
     ((or 'staged 'preview)
      "Nothing is written yet.  \\[context-broker-edit-apply] writes it,\
 \\[context-broker-edit-drop] drops it, \\[revert-buffer] makes it again")
     ('applied "Written.  \\[context-broker-edit-undo-this] takes it back,\
 \\[quit-window] buries this")
     ('undone "Taken back.  \\[revert-buffer] makes it again")
     (_ "Not made.  \\[revert-buffer] tries again,\
 \\[context-broker-edit-drop] drops it"))))

(defun context-broker-edit--start (root label tool arguments)
  "Show the preview LABEL of the edit that TOOL makes of ARGUMENTS in ROOT."
  (let ((buffer (generate-new-buffer (format "*edit: %s*" label))))
    (with-current-buffer buffer
      (context-broker-edit-mode)
      (setq default-directory root
            context-broker-edit--root root
            context-broker-edit--ask (list tool arguments))
      (context-broker-edit--send tool arguments))
    (pop-to-buffer buffer)))

(defun context-broker-edit--send (tool arguments)
  "Call TOOL with ARGUMENTS for this preview, and show its answer here."
  (let ((buffer (current-buffer))
        (before context-broker-edit--state))
    (setq context-broker-edit--state 'asking
          context-broker-edit--request
          (context-broker-mcp-call
           context-broker-edit--root tool
           (append arguments context-broker-edit--allow
                   (list :max_tokens context-broker-xref--tokens))
           :then (lambda (answer)
                   (when (buffer-live-p buffer)
                     (with-current-buffer buffer
                       (context-broker-edit--take answer))))
           :error (lambda (text)
                    (when (buffer-live-p buffer)
                      (with-current-buffer buffer
                        (context-broker-edit--fail text before))))))
    (force-mode-line-update)))

(defun context-broker-edit--fail (text before)
  "Show TEXT, why a call failed; the state was BEFORE."
  (setq context-broker-edit--request nil
        context-broker-edit--state (or before 'failed))
  (if before (message "Context Broker: %s" text)
    (let ((inhibit-read-only t))
      (erase-buffer)
      (insert text "\n")))
  (force-mode-line-update))

(defun context-broker-edit--take (answer)
  "Show ANSWER in this preview, and in the files' buffers what was written."
  (setq context-broker-edit--request nil
        context-broker-edit--answer answer
        context-broker-edit--whole nil
        context-broker-edit--state (intern (alist-get 'state answer))
        context-broker-edit--session (or (alist-get 'session answer)
                                         context-broker-edit--session))
  (context-broker-edit--render)
  (when (memq context-broker-edit--state '(applied undone))
    (context-broker-edit--revert context-broker-edit--root
                                 (context-broker-edit--files answer))))

(defun context-broker-edit--render ()
  "Write the newest answer into this buffer."
  (let ((inhibit-read-only t)
        (answer context-broker-edit--answer))
    (erase-buffer)
    (insert (propertize (replace-regexp-in-string
                         "\\`[a-z]+: " "" (alist-get 'summary answer))
                        'font-lock-face 'bold)
            "\n")
    (context-broker-edit--notes answer)
    (insert "\n" (or (alist-get 'diff answer) ""))
    (when (alist-get 'diff_lines_left answer)
      (insert (format "# %d more lines of the diff are not shown\n"
                      (alist-get 'diff_lines_left answer))))
    (set-buffer-modified-p nil)
    (goto-char (point-min))))

(defun context-broker-edit--notes (answer)
  "Write what ANSWER says beside its diff: refusals, doubts, places left."
  (let ((unsaved (and (memq context-broker-edit--state '(staged preview))
                      (context-broker-edit--unsaved
                       context-broker-edit--root
                       (context-broker-edit--files answer)))))
    (when unsaved
      (context-broker-edit--say
       'warning "Unsaved, and not in this edit: %s"
       (mapconcat #'buffer-name unsaved ", "))))
  (dolist (row (context-broker-xref--rows (alist-get 'refusals answer)))
    (context-broker-edit--place row "")
    (context-broker-edit--say 'error "%s" (alist-get 'message row))
    (context-broker-edit--say nil "  remedy: %s%s" (alist-get 'remedy row)
                              (if (context-broker-edit--allowing row)
                                  (substitute-command-keys
                                   "; \\[universal-argument]\
 \\[context-broker-edit-apply] allows it")
                                "")))
  (dolist (text (alist-get 'warnings answer))
    (context-broker-edit--say 'warning "%s" text))
  (let ((impact (alist-get 'impact answer)))
    (when (alist-get 'score (alist-get 'risk impact))
      (context-broker-edit--say nil "Risk %s/100"
                                (alist-get 'score (alist-get 'risk impact))))
    (context-broker-edit--list
     "Used in files that the edit leaves as they are:"
     (cl-loop for row in (context-broker-xref--rows (alist-get 'users impact))
              unless (eq t (alist-get 'changed row)) collect
              `((path . ,(alist-get 'path row))
                (line . ,(car (alist-get 'lines row)))
                (why . ,(format "uses %s" (alist-get 'of row)))))))
  (context-broker-edit--list
   "Left as they are:" (context-broker-xref--rows (alist-get 'left answer)))
  (context-broker-edit--list
   "Has the name, as no use of it:"
   (cl-loop for row in (context-broker-xref--rows (alist-get 'others answer))
            for lines = (alist-get 'lines row)
            collect `((path . ,(alist-get 'path row))
                      (line . ,(string-to-number lines))
                      (why . ,(format "%s: %s" (alist-get 'class row)
                                      lines)))))
  (context-broker-edit--list
   "It may mean:"
   (cl-loop for row in (context-broker-xref--rows
                        (alist-get 'candidates answer))
            for (path symbol) = (split-string (alist-get 'symbol row) "#")
            collect `((path . ,path) (line . ,(alist-get 'start_line row))
                      (why . ,(format "%s %s" (alist-get 'kind row)
                                      symbol))))))

(defun context-broker-edit--say (face format &rest arguments)
  "Write a line in FACE: FORMAT with ARGUMENTS."
  (let ((text (apply #'format format arguments)))
    (insert (if face (propertize text 'font-lock-face face) text) "\n")))

(defun context-broker-edit--place (row indent)
  "Write after INDENT a button for the place of ROW, if it has one."
  (let ((path (alist-get 'path row)) (line (alist-get 'line row))
        (root context-broker-edit--root))
    (when path
      (insert indent)
      (insert-text-button
       (if line (format "%s:%s" path line) path)
       'follow-link t
       'action (lambda (_)
                 (find-file-other-window (expand-file-name path root))
                 (when line
                   (widen)
                   (goto-char (point-min))
                   (forward-line (1- line)))))
      (insert ": "))))

(defun context-broker-edit--list (title rows)
  "Write TITLE and ROWS, places that are not part of the edit."
  (let* ((most context-broker-edit-places-shown)
         (more (if context-broker-edit--whole 0 (- (length rows) most))))
    (when rows
      (context-broker-edit--say nil "%s" title)
      (dolist (row (if (> more 0) (seq-take rows most) rows))
        (context-broker-edit--place row "  ")
        (let ((effect (alist-get 'effect row)))
          (context-broker-edit--say (and (equal effect "breaks") 'error)
                                    "%s%s" (if effect (concat effect ": ") "")
                                    (alist-get 'why row))))
      (when (> more 0)
        (insert "  ")
        (insert-text-button (format "%d more" more) 'follow-link t
                            'action (lambda (_)
                                      (setq context-broker-edit--whole t)
                                      (context-broker-edit--render)))
        (insert "\n")))))

;;; What can be done with it

(defun context-broker-edit--allowing (refusal)
  "Return the arguments that allow what REFUSAL refuses, or nil."
  (let ((remedy (or (alist-get 'remedy refusal) "")))
    (cond ((string-match "leave_unread` \\([0-9]+\\)" remedy)
           (list :leave_unread (string-to-number (match-string 1 remedy))))
          ((string-match-p "allow_syntax_errors" remedy)
           (list :allow_syntax_errors t)))))

(defun context-broker-edit-apply (&optional allow)
  "Write the edit that this buffer shows.
With prefix argument ALLOW, allow what was refused where that can be:
a new syntax error, and places in text that is not understood."
  (interactive "P")
  (let ((files (context-broker-edit--files context-broker-edit--answer))
        (allowed (and allow
                      (mapcan #'context-broker-edit--allowing
                              (context-broker-xref--rows
                               (alist-get 'refusals
                                          context-broker-edit--answer))))))
    (when (eq context-broker-edit--state 'asking)
      (user-error "Context Broker has not answered yet"))
    (when allow
      (unless allowed (user-error "Nothing was refused that can be allowed"))
      (unless (yes-or-no-p "Allow what was refused? ")
        (user-error "Not allowed"))
      (setq context-broker-edit--allow
            (append allowed context-broker-edit--allow)))
    (let ((unsaved (context-broker-edit--unsaved
                    context-broker-edit--root files)))
      (cond
       ((and unsaved (not (context-broker-edit--save unsaved)))
        (user-error "Not written: the file has unsaved changes"))
       (unsaved
        (message "Saved: the edit is made again, look at it once more")
        (revert-buffer))
       ((or (memq context-broker-edit--state '(staged preview))
            (and allow context-broker-edit--session))
        (context-broker-edit--send
         (if (equal (car context-broker-edit--ask) "undo_edits") "undo_edits"
           "commit_edits")
         (list :session context-broker-edit--session :apply t)))
       (allow (revert-buffer))
       (t (user-error "There is nothing to write"))))))

(defun context-broker-edit--again (&rest _)
  "Make the edit of this buffer again, from the files as they are now."
  (context-broker-edit--release)
  (setq context-broker-edit--state nil
        context-broker-edit--session nil)
  (apply #'context-broker-edit--send context-broker-edit--ask))

(defun context-broker-edit--release ()
  "End what is open for this buffer: its request, its staged session."
  (when context-broker-edit--request
    (context-broker-mcp-cancel context-broker-edit--request)
    (setq context-broker-edit--request nil))
  (when (and context-broker-edit--session
             (equal (car context-broker-edit--ask) "stage_edit")
             (not (memq context-broker-edit--state '(applied undone))))
    (context-broker-mcp-call context-broker-edit--root "rollback_edits"
                             (list :session context-broker-edit--session)
                             :error #'ignore)
    (setq context-broker-edit--session nil)))

(defun context-broker-edit--forget ()
  "Drop the edit of this buffer, which is being killed."
  (ignore-errors (context-broker-edit--release)))

(defun context-broker-edit-drop ()
  "Drop the edit of this buffer: nothing is written."
  (interactive)
  (quit-window t))

(defun context-broker-edit-quit ()
  "Cancel what Context Broker is asked for this buffer, or just quit."
  (interactive)
  (when context-broker-edit--request
    (context-broker-mcp-cancel context-broker-edit--request)
    (setq context-broker-edit--request nil)
    (context-broker-edit--fail "Cancelled" nil))
  (keyboard-quit))

(defun context-broker-edit-undo-this ()
  "Take back the edit that this buffer has written."
  (interactive)
  (unless (eq context-broker-edit--state 'applied)
    (user-error "This edit is not written"))
  (let ((unsaved (context-broker-edit--unsaved
                  context-broker-edit--root
                  (context-broker-edit--files context-broker-edit--answer))))
    (when unsaved
      (user-error "%s has unsaved changes: save or revert it first"
                  (buffer-name (car unsaved))))
    (context-broker-edit--send
     "undo_edits" (list :session context-broker-edit--session :apply t))))

;;; Commands

(defun context-broker-edit--symbol (root definition)
  "Return the address at point in the project ROOT, or nil.
Of the identifier there or, with DEFINITION, of the definition around it."
  (let* ((path (and buffer-file-name
                    (file-relative-name (file-truename buffer-file-name) root)))
         (here (and (not definition) path (context-broker-xref--here)))
         (found (or (and here (context-broker-xref--resolve root here))
                    (and path
                         (context-broker-xref-candidates
                          root (format "%s:%d" path
                                       (line-number-at-pos nil t)))))))
    (and found (not (alist-get 'doubt (car found)))
         (context-broker-xref-address (car found)))))

(defun context-broker-edit--read (prompt &optional definition)
  "Read an address with PROMPT; the one at point is the default.
DEFINITION as of `context-broker-edit--symbol'."
  (let ((root (context-broker-root)))
    (when (and buffer-file-name (buffer-modified-p))
      (context-broker-edit--save (list (current-buffer))))
    (context-broker-xref-read-symbol
     root prompt (context-broker-edit--symbol root definition))))

(defun context-broker-edit--stage (operation symbol &rest arguments)
  "Preview the edit OPERATION of SYMBOL with ARGUMENTS."
  (context-broker-edit--start
   (context-broker-root)
   (format "%s %s" (replace-regexp-in-string "_symbol\\'" "" operation) symbol)
   "stage_edit"
   (append (list :operation operation :symbol symbol) arguments)))

;;;###autoload
(defun context-broker-edit-rename (symbol name)
  "Preview the rename of SYMBOL, an address, to NAME, with all proven uses."
  (interactive
   (let ((symbol (context-broker-edit--read "Rename")))
     (list symbol (read-string (format "Rename %s to: " symbol)
                               (context-broker-xref--name symbol)))))
  (context-broker-edit--stage "rename_symbol" symbol :new_name name))

;;;###autoload
(defun context-broker-edit-delete (symbol)
  "Preview the deletion of SYMBOL, an address, and what that breaks."
  (interactive (list (context-broker-edit--read "Delete" t)))
  (context-broker-edit--stage "delete_symbol" symbol))

;;;###autoload
(defun context-broker-edit-move (symbol file)
  "Preview the move of SYMBOL, an address, to FILE; its users follow."
  (interactive
   (let ((symbol (context-broker-edit--read "Move" t)))
     (list symbol (read-file-name (format "Move %s to the file: " symbol)))))
  (context-broker-edit--stage
   "move_symbol" symbol
   :to (file-relative-name (expand-file-name file) (context-broker-root))))

;;;###autoload
(defun context-broker-edit-replace (symbol)
  "Write a new text of SYMBOL, an address, in a buffer; then preview it."
  (interactive (list (context-broker-edit--read "Replace" t)))
  (let ((root (context-broker-root)))
    (message "Context Broker is asked for %s" symbol)
    (context-broker-mcp-call
     root "get_symbol_source"
     (list :symbol symbol :max_tokens context-broker-xref--tokens)
     :then (lambda (answer)
             (let* ((source (car (alist-get 'sources answer)))
                    (parts (alist-get 'source source)))
               (if (or (null source) (cdr parts)
                       (alist-get 'lines_left source))
                   (message "Context Broker: %s%s"
                            (alist-get 'summary answer)
                            (if (cdr parts)
                                "; it has several parts: name one as path:line"
                              ""))
                 (context-broker-edit--write
                  root "replace_symbol" (context-broker-xref-address source)
                  (concat (string-join (cdar parts) "\n") "\n")
                  (alist-get 'hash source))))))))

;;;###autoload
(defun context-broker-edit-insert-before (symbol)
  "Write code in a buffer that goes before SYMBOL, an address."
  (interactive (list (context-broker-edit--read "Insert before" t)))
  (context-broker-edit--write (context-broker-root) "insert_before_symbol"
                              symbol ""))

;;;###autoload
(defun context-broker-edit-insert-after (symbol)
  "Write code in a buffer that goes after SYMBOL, an address."
  (interactive (list (context-broker-edit--read "Insert after" t)))
  (context-broker-edit--write (context-broker-root) "insert_after_symbol"
                              symbol ""))

;;; The text of an edit

(defvar-local context-broker-edit--text nil
  "What the text of this buffer is for: operation, symbol and hash.")

(defvar context-broker-edit-text-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c C-c") #'context-broker-edit-text-done)
    (define-key map (kbd "C-c C-k") #'kill-current-buffer)
    map)
  "Keys of a buffer in which the text of an edit is written.")

(define-minor-mode context-broker-edit-text-mode
  "The text of an edit by symbol."
  :lighter " Edit"
  :interactive nil
  (setq header-line-format
        (and context-broker-edit-text-mode
             (substitute-command-keys
              "\\<context-broker-edit-text-mode-map>\
\\[context-broker-edit-text-done] shows what it changes,\
 \\[kill-current-buffer] drops it"))))

(defun context-broker-edit--write (root operation symbol text &optional hash)
  "Let the person edit TEXT, for OPERATION on SYMBOL of ROOT.
HASH is that of the file that TEXT was read from."
  (let ((buffer (generate-new-buffer
                 (format "*text: %s %s*"
                         (replace-regexp-in-string "_symbol\\'" "" operation)
                         symbol)))
        (path (car (split-string symbol "[#:]"))))
    (with-current-buffer buffer
      (insert text)
      (goto-char (point-min))
      (let ((buffer-file-name (expand-file-name path root))
            (enable-local-variables nil))
        (delay-mode-hooks (set-auto-mode)))
      (font-lock-mode)
      (setq default-directory root
            context-broker-edit--text (list operation symbol hash))
      (set-buffer-modified-p nil)
      (context-broker-edit-text-mode))
    (pop-to-buffer buffer)))

(defun context-broker-edit-text-done ()
  "Preview the edit that the text of this buffer is for."
  (interactive)
  (pcase-let ((`(,operation ,symbol ,hash) context-broker-edit--text)
              (text (buffer-substring-no-properties (point-min) (point-max))))
    (when (string-blank-p text) (user-error "There is no text"))
    (apply #'context-broker-edit--stage operation symbol :text text
           (and hash (list :hash hash)))))

;;; Sessions

(defun context-broker-edit--choose (prompt states)
  "Ask for the sessions of the project in STATES, read one with PROMPT."
  (let* ((root (context-broker-root))
         (rows (seq-filter
                (lambda (row) (member (alist-get 'state row) states))
                (context-broker-xref--rows
                 (alist-get 'sessions
                            (context-broker-mcp-await
                             root "edit_status" '(:max_tokens 20000))))))
         (choices (mapcar (lambda (row)
                            (cons (format "%s %s %s" (alist-get 'session row)
                                          (alist-get 'state row)
                                          (string-join (alist-get 'edits row)
                                                       "; "))
                                  row))
                          rows)))
    (unless choices (user-error "There is no such edit"))
    (cdr (assoc (completing-read prompt choices nil t nil nil (caar choices))
                choices))))

;;;###autoload
(defun context-broker-edit-undo ()
  "Choose an edit that was written, and preview what taking it back does."
  (interactive)
  (let ((row (context-broker-edit--choose "Take back: " '("applied"))))
    (context-broker-edit--start
     (context-broker-root) (concat "undo " (alist-get 'session row))
     "undo_edits" (list :session (alist-get 'session row)))))

;;;###autoload
(defun context-broker-edit-resume ()
  "Choose an edit that is staged, also by an agent, and preview it."
  (interactive)
  (let ((row (context-broker-edit--choose "Look at: " '("staged"))))
    (context-broker-edit--start
     (context-broker-root) (concat "staged " (alist-get 'session row))
     "preview_edits" (list :session (alist-get 'session row)))))

(provide 'context-broker-edit)
;;; context-broker-edit.el ends here
