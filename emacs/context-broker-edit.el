;;; context-broker-edit.el --- Edits by symbol, previewed and undone  -*- lexical-binding: t; -*-

;; Copyright (C) 2026 Context Broker contributors
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; `context-broker-edit-rename' and its siblings stage an edit and show its diff.  C-c C-c writes
;; what is shown, or nothing if a file has changed meanwhile; then u takes it back.  The server
;; reads files, not buffers: what is unsaved is saved first, or the edit is not made.

;;; Code:

(require 'context-broker-xref)
(require 'diff-mode)

(defvar-local context-broker-edit--ask nil "The call that made this preview: (TOOL . ARGUMENTS).")
(defvar-local context-broker-edit--allow nil "Arguments that allow what was refused.")
(defvar-local context-broker-edit--answer nil "The newest answer about this edit.")
(defvar-local context-broker-edit--session nil "The session that holds this edit.")
(defvar-local context-broker-edit--state nil
  "What became of the edit: `asking', `writing', `failed', or the server's word.")
(defvar-local context-broker-edit--request nil "The request that is open.")
(defvar-local context-broker-edit--text nil "The buffer where its text was written.")

(defun context-broker-edit--buffers (&optional unsaved)
  "Return the buffers of what this edit writes; those with UNSAVED text alone if t."
  (cl-loop for row in (context-broker--table (alist-get 'files context-broker-edit--answer))
           nconc (cl-loop for path in (delq nil (list (alist-get 'path row) (alist-get 'to row)))
                          for buffer = (find-buffer-visiting path)
                          if (and buffer (or (not unsaved) (buffer-modified-p buffer)))
                          collect buffer)))

(defun context-broker-edit--save (buffers)
  (dolist (buffer buffers)
    (unless (y-or-n-p (format "The edit is made from files.  Save %s? " (buffer-name buffer)))
      (user-error "%s has unsaved changes: nothing is done" (buffer-name buffer)))
    (with-current-buffer buffer (save-buffer))))

(defun context-broker-edit--show-written ()
  (dolist (buffer (context-broker-edit--buffers))
    (with-current-buffer buffer
      (if (or (buffer-modified-p) (not (file-exists-p buffer-file-name)))
          (message "%s: its file was written, and is not what is shown" buffer)
        (let ((revert-buffer-with-fine-grain-max-seconds .5))
          (revert-buffer-with-fine-grain t t))))))

(define-derived-mode context-broker-edit-mode diff-mode "Edit"
  "The preview of an edit by symbol."
  (setq buffer-read-only t
        header-line-format '(:eval (substitute-command-keys (context-broker-edit--header))))
  (setq-local diff-font-lock-syntax 'hunk-only
              revert-buffer-function #'context-broker-edit--again)
  (add-hook 'kill-buffer-hook (lambda () (ignore-errors (context-broker-edit--release))) nil t))

(pcase-dolist (`(,key . ,command)
               '(("C-c C-c" . context-broker-edit-apply) ("C-c C-k" . context-broker-edit-drop)
                 ("u" . context-broker-edit-undo-this) ("g" . revert-buffer) ("q" . quit-window)
                 ("<remap> <keyboard-quit>" . context-broker-edit-quit)))
  (define-key context-broker-edit-mode-map (kbd key) command))

(defun context-broker-edit--header ()
  (pcase context-broker-edit--state
    ('writing "Context Broker writes the files…")
    ('asking "Asking Context Broker…  \\[context-broker-edit-quit] cancels")
    ((or 'staged 'preview) "Nothing is written yet.  \\[context-broker-edit-apply] writes it,\
 \\[context-broker-edit-drop] drops it, \\[revert-buffer] makes it again")
    ('applied "Written.  \\[context-broker-edit-undo-this] takes it back")
    ('undone "Taken back.  \\[revert-buffer] makes it again")
    (_ "Not made.  \\[revert-buffer] tries again, \\[context-broker-edit-drop] drops it")))

(defun context-broker-edit--start (root label tool &rest arguments)
  (pop-to-buffer (generate-new-buffer (format "*edit: %s*" label)))
  (context-broker-edit-mode)
  (setq default-directory root
        context-broker-edit--ask (cons tool arguments))
  (context-broker-edit--again))

(defun context-broker-edit--send (tool arguments)
  "Call TOOL with ARGUMENTS for this preview, and show its answer here."
  (let* ((before context-broker-edit--state)
         (take (context-broker-mcp-here
                (lambda (answer)
                  (if (stringp answer) (context-broker-edit--take nil answer before)
                    (context-broker-edit--take (alist-get 'structuredContent answer)
                                               (context-broker-mcp-text answer) before))))))
    (setq context-broker-edit--state (if before 'writing 'asking)
          context-broker-edit--request
          (context-broker-mcp-request
           default-directory "tools/call"
           `(:name ,tool :arguments (,@arguments ,@context-broker-edit--allow
                                     :max_tokens ,context-broker-xref--tokens))
           :then take :error take))))

(defun context-broker-edit--take (answer text before)
  "Show ANSWER, nil where the call failed, with its TEXT; the state was BEFORE."
  (let-alist answer
    (setq context-broker-edit--state (cond ((and (eq before 'applied) (not (equal .state "undone")))
                                            'applied)
                                           (.state (intern .state))
                                           ((or before 'failed))))
    (force-mode-line-update)
    (if (and before (null .state)) (message "Context Broker: %s" text)
      (setq context-broker-edit--answer answer
            context-broker-edit--session (or .session context-broker-edit--session))
      (context-broker-edit--show text)
      (when (and (eq context-broker-edit--state 'applied) (buffer-live-p context-broker-edit--text))
        (quit-windows-on context-broker-edit--text)
        (kill-buffer context-broker-edit--text))
      (when (memq context-broker-edit--state '(applied undone))
        (context-broker-edit--show-written)))))

(defun context-broker-edit--show (text)
  "Write TEXT, with the places before its diff as buttons."
  (let ((inhibit-read-only t) end path)
    (erase-buffer)
    (dolist (buffer (context-broker-edit--buffers t))
      (insert (format "Unsaved, and not in this edit: %s\n" buffer)))
    (save-excursion (insert (string-remove-prefix "found: " text) "\n"))
    (flush-lines "^next: ")
    (when (re-search-forward "^```+\n" nil 'move)
      (replace-match "\n")
      (flush-lines "^```+$"))
    (when (context-broker-edit--allowing)
      (insert (substitute-command-keys
               "\\[universal-argument] \\[context-broker-edit-apply] allows it\n")))
    (setq end (point))
    (goto-char (point-min))
    ;; path:line, path#symbol (kind, line-line), or a path and then lines below it.
    (while (re-search-forward
            (concat "^ *\\(?1:[^ \n#:]+\\):\\(?2:[0-9]+\\)"
                    "\\|^ \\(?1:[^ \n#]+\\)#.*[ (]\\(?2:[0-9]+\\)-[0-9]+)$"
                    "\\|^ \\(?1:[^ \n]+\\)$\\|^  \\(?:[a-z ]+: \\)?\\(?2:[0-9]+\\)")
            end t)
      (setq path (or (match-string 1) path))
      (when (and path (match-beginning 2))
        (let ((file (expand-file-name path)) (line (string-to-number (match-string 2))))
          (make-text-button (or (match-beginning 1) (match-beginning 2)) (match-end 2)
                            'follow-link t
                            'action (lambda (_) (context-broker-xref--visit file line))))))
    (goto-char (point-min))))

(defun context-broker-edit--allowing ()
  "Return the arguments that allow what was refused of this edit, if that can be."
  (cl-loop for row in (context-broker--table (alist-get 'refusals context-broker-edit--answer))
           for remedy = (alist-get 'remedy row)
           if (string-match "leave_unread` \\([0-9]+\\)" remedy)
           nconc (list :leave_unread (string-to-number (match-string 1 remedy)))
           else if (string-match-p "allow_syntax_errors" remedy)
           nconc (list :allow_syntax_errors t)))

(defun context-broker-edit-apply (&optional allow)
  "Write the edit of this buffer, as it is shown.
With prefix argument ALLOW, allow what was refused where that can be:
a new syntax error, and places in text that is not understood."
  (interactive "P")
  (when (memq context-broker-edit--state '(asking writing))
    (user-error "Context Broker has not answered yet"))
  (when allow
    (let ((allowed (context-broker-edit--allowing)))
      (unless (and allowed (yes-or-no-p "Allow what was refused? "))
        (user-error "Nothing is allowed"))
      (setq context-broker-edit--allow (append allowed context-broker-edit--allow))))
  (let ((unsaved (context-broker-edit--buffers t)))
    (context-broker-edit--save unsaved)
    (cond ((or unsaved (and allow (null context-broker-edit--session)))
           (revert-buffer)
           (when unsaved (message "Saved: the edit is made again, look at it once more")))
          ((or allow (memq context-broker-edit--state '(staged preview)))
           (context-broker-edit--send
            (if (equal (car context-broker-edit--ask) "undo_edits") "undo_edits" "commit_edits")
            (list :session context-broker-edit--session :apply t)))
          (t (user-error "There is nothing to write")))))

(defun context-broker-edit--again (&rest _)
  (context-broker-edit--release)
  (setq context-broker-edit--state nil
        context-broker-edit--session nil)
  (context-broker-edit--send (car context-broker-edit--ask) (cdr context-broker-edit--ask)))

(defun context-broker-edit--release ()
  "End the request for this edit, and the session that it staged."
  (pcase context-broker-edit--state
    ('asking (context-broker-mcp-cancel context-broker-edit--request))
    ((or 'writing 'applied 'undone))
    ;; That of an undo is written, and the server keeps it.
    ((guard context-broker-edit--session)
     (context-broker-mcp-call default-directory "rollback_edits"
                              (list :session context-broker-edit--session) :error #'ignore))))

(defun context-broker-edit-drop ()
  "Kill this buffer, and show what its window showed before."
  (interactive)
  (quit-window t))

(defun context-broker-edit-quit ()
  "Cancel what Context Broker is asked for this buffer, or just quit."
  (interactive)
  (when (eq context-broker-edit--state 'asking)
    (context-broker-edit--release)
    (context-broker-edit--take nil "Cancelled" nil))
  (keyboard-quit))

(defun context-broker-edit-undo-this ()
  "Take back the edit that this buffer has written."
  (interactive)
  (unless (eq context-broker-edit--state 'applied) (user-error "This edit is not written"))
  (context-broker-edit--save (context-broker-edit--buffers t))
  (context-broker-edit--send "undo_edits" (list :session context-broker-edit--session :apply t)))

(defun context-broker-edit--read (prompt &optional definition)
  "Read an address with PROMPT; the identifier at point is the default.
With DEFINITION, that is the definition around point."
  (when (and buffer-file-name (buffer-modified-p))
    (context-broker-edit--save (list (current-buffer))))
  (let* ((root (context-broker-root))
         (here (and (not definition) (context-broker-xref--here)))
         (found (and buffer-file-name
                     (ignore-error user-error
                       (or (and here (context-broker-xref--resolve root here))
                           (context-broker-xref-candidates
                            root (format "%s:%d" (context-broker--relative buffer-file-name)
                                         (line-number-at-pos nil t))))))))
    (context-broker-read-symbol prompt root
                                (and found (not (alist-get 'why (car found)))
                                     (context-broker-xref-address (car found))))))

(defun context-broker-edit--stage (operation symbol &rest arguments)
  (apply #'context-broker-edit--start (context-broker-root)
         (format "%s %s" (string-remove-suffix "_symbol" operation) symbol)
         "stage_edit" :operation operation :symbol symbol arguments))

;;;###autoload
(defun context-broker-edit-rename (symbol name)
  "Preview the rename of SYMBOL, an address, to NAME where that is proven."
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
  (context-broker-edit--stage "move_symbol" symbol
                              :to (file-relative-name file (context-broker-root))))

;;;###autoload
(defun context-broker-edit-replace (symbol)
  "Write a new text of SYMBOL, an address, in a buffer; then preview it."
  (interactive (list (context-broker-edit--read "Replace" t)))
  (let ((root (context-broker-root)))
    (context-broker-mcp-call
     root "get_symbol_source" `(:symbol ,symbol :max_tokens ,context-broker-xref--tokens)
     :then (lambda (answer)
             (let* ((found (car (alist-get 'sources answer))) (parts (alist-get 'source found)))
               (if (and (= 1 (length parts)) (not (alist-get 'lines_left found)))
                   (context-broker-edit--write
                    root "replace_symbol" (context-broker-xref-address found)
                    (concat (string-join (cdar parts) "\n") "\n") (alist-get 'hash found))
                 (message "Context Broker: %s; name one as path:line"
                          (alist-get 'summary answer))))))))

;;;###autoload
(defun context-broker-edit-insert (symbol &optional before)
  "Write code to insert after SYMBOL, an address; then preview it.
With a prefix argument, or BEFORE non-nil, it goes before it."
  (interactive (list (context-broker-edit--read
                      (if current-prefix-arg "Insert before" "Insert after") t)
                     current-prefix-arg))
  (context-broker-edit--write (context-broker-root)
                              (if before "insert_before_symbol" "insert_after_symbol") symbol ""))

;;;###autoload
(defun context-broker-edit-undo ()
  "Preview taking back the newest edit that was written and not taken back."
  (interactive)
  (context-broker-edit--start (context-broker-root) "undo" "undo_edits"))

(defun context-broker-edit--write (root operation symbol text &optional hash)
  "Let the person edit TEXT, for OPERATION on SYMBOL of ROOT.
HASH is that of the file that TEXT was read from."
  (pop-to-buffer (generate-new-buffer
                  (format "*text: %s %s*" (string-remove-suffix "_symbol" operation) symbol)))
  (save-excursion (insert text))
  (let ((buffer-file-name (expand-file-name (car (split-string symbol "[#:]")) root))
        (enable-local-variables nil))
    (delay-mode-hooks (set-auto-mode)))
  (font-lock-mode)
  (setq default-directory root
        header-line-format "C-c C-c shows what it changes, C-c C-k drops it")
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c C-k") #'context-broker-edit-drop)
    (define-key map (kbd "C-c C-c")
                (lambda ()
                  "Preview the edit that this text is for."
                  (interactive)
                  (when (string-blank-p (buffer-string)) (user-error "There is no text"))
                  (let ((written (current-buffer)))
                    (apply #'context-broker-edit--stage operation symbol
                           :text (buffer-substring-no-properties (point-min) (point-max))
                           (and hash (list :hash hash)))
                    (setq context-broker-edit--text written))))
    (use-local-map (make-composed-keymap map (current-local-map)))))

(provide 'context-broker-edit)
;;; context-broker-edit.el ends here
