;;; context-broker-results.el --- Answers of Context Broker in a buffer  -*- lexical-binding: t; -*-

;; Copyright (C) 2026 Context Broker contributors
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Questions about a project, asked without waiting, and their answers in one buffer a project:
;; places that `next-error' visits, that can be narrowed, and that can be asked about in turn.
;;
;; The server makes an answer into items (src/emacs/answer-rows.ts): a string is a line, an alist
;; is a row, which is a place: path, line, end, label, details, doubt (what is uncertain), symbol,
;; source (lines, each (NUMBER TEXT)) and file, whose lines these are if it is another.  Items are
;; inserted in slices of time.

;;; Code:

(require 'cl-lib)
(require 'context-broker-mcp)
(require 'let-alist)
(require 'thingatpt)

(defgroup context-broker-results nil
  "Answers of Context Broker in a buffer."
  :group 'context-broker)

(defcustom context-broker-max-tokens 4000
  "How long an answer may be, in tokens: some three letters each.
\\<context-broker-results-mode-map>\\[context-broker-results-more] asks for a longer one."
  :type 'natnum)

(defface context-broker-path '((t :inherit font-lock-keyword-face :weight bold)) "Face of paths.")
(defface context-broker-line '((t :inherit line-number)) "Face of line numbers.")
(defface context-broker-symbol '((t :inherit font-lock-function-name-face)) "Face of symbols.")
(defface context-broker-heading '((t :inherit bold)) "Face of headings.")
(defface context-broker-note '((t :inherit warning)) "Face of what is left out or not certain.")
(defface context-broker-detail '((t :inherit shadow)) "Face of details.")

(defvar-local context-broker--asked nil "What was asked: a plist of :title, :tool, :arguments.")
(defvar-local context-broker--request nil "The request that is open.")
(defvar-local context-broker--state nil "What the header line says about the question.")
(defvar-local context-broker--all nil "The items of the answer.")
(defvar-local context-broker--queue nil "Items still to be inserted.")
(defvar-local context-broker--timer nil "Inserts the next slice.")
(defvar-local context-broker--path nil "The path that stands above.")
(defvar-local context-broker--mode nil "A path, and its major mode.")
(defvar-local context-broker--filter "" "Words that rows must have.")
(defvar-local context-broker--counts '(0 . 0) "How many rows are shown, and are there.")
(defvar-local context-broker--keep nil "The row where point is to go.")

;;; Answers
(defun context-broker--table (table)
  "Return the rows of TABLE, each an alist by the names of its columns."
  (let ((columns (mapcar #'intern (alist-get 'columns table))) (same (alist-get 'same table)))
    (cl-flet ((row (cells) (append (cl-loop for column in columns collect (cons column (pop cells)))
                                   same)))
      (cl-loop for entry in (alist-get 'rows table)
               ;; Rows by what stands in their first column, or rows.
               if (and (car entry) (symbolp (car entry)))
               nconc (cl-loop for cells in (cdr entry)
                              collect (row (cons (symbol-name (car entry)) cells)))
               else collect (row entry)))))

(defun context-broker--fill (line)
  (string-fill line (max 80 (1- (frame-width)))))

(defun context-broker--item (item)
  "Return ITEM of an answer as it is shown: a string, or a row."
  (let-alist (and (consp item) item)
    (cond (.note (propertize (context-broker--fill .note) 'face 'context-broker-note))
          ((and (stringp item) (not (string-search "\n" item))) (context-broker--fill item))
          (.heading (concat "\n" (propertize .heading 'face 'context-broker-heading)))
          (t item))))

;;; Asking
(defun context-broker-results-ask (title tool arguments &optional buffer)
  "Ask TOOL with ARGUMENTS, a plist, and show the answer under TITLE.
It is shown in BUFFER, default the one of the current project.  Return that."
  (let* ((root (context-broker-root))
         (name (format "*broker-results: %s*" (abbreviate-file-name (directory-file-name root))))
         (buffer (or buffer (get-buffer-create name))))
    (with-current-buffer buffer
      (setq default-directory root)
      (unless (derived-mode-p 'context-broker-results-mode) (context-broker-results-mode))
      (context-broker--stop)
      (setq context-broker--asked (list :title title :tool tool :arguments arguments)
            context-broker--filter "" context-broker--keep nil)
      (context-broker--show nil)
      ;; C-g before the buffer is there cancels as it does in the buffer.
      (condition-case nil
          (progn (context-broker--start)
                 (pop-to-buffer buffer))
        (quit (with-current-buffer buffer (context-broker--stop))
              (signal 'quit nil))))
    buffer))

(defun context-broker--start ()
  (context-broker--stop)
  ;; What is asked next cancels this: an answer that comes is to what is asked.
  (setq context-broker--state "asking, C-g cancels"
        next-error-last-buffer (current-buffer)
        context-broker--request
        (context-broker-mcp-call
         default-directory (plist-get context-broker--asked :tool)
         (plist-get context-broker--asked :arguments)
         :rows t
         :then (context-broker-mcp-here #'context-broker--take)
         :error (context-broker-mcp-here #'context-broker--take)
         :progress (context-broker-mcp-here
                    (lambda (text)
                      (setq context-broker--state (concat text ", C-g cancels"))
                      (force-mode-line-update)))))
  (force-mode-line-update))

(defun context-broker--take (answer)
  "Show ANSWER, its items or a text."
  (setq context-broker--request nil context-broker--state nil)
  (context-broker--show (mapcar #'context-broker--item
                                (if (stringp answer) (split-string answer "\n") answer))))

(defun context-broker--stop ()
  (when context-broker--request
    (context-broker-mcp-cancel context-broker--request)
    (setq context-broker--request nil context-broker--state "cancelled, g asks again")
    (force-mode-line-update)
    t))

;;; Showing
(defun context-broker--show (items)
  (setq context-broker--all items context-broker--path nil context-broker--mode nil
        context-broker--queue
        ;; Without headings of what the filter hides.
        (cl-loop for (item next) on (cl-remove-if-not #'context-broker--wanted-p items)
                 unless (and (stringp item) (string-prefix-p "\n" item)
                             (not (consp next)) (string-prefix-p "\n" (or next "\n")))
                 collect item)
        context-broker--counts (cons (cl-count-if #'consp context-broker--queue)
                                     (cl-count-if #'consp items)))
  (with-silent-modifications (erase-buffer))
  (context-broker--insert-slice (current-buffer)))

(defun context-broker--wanted-p (item)
  (or (stringp item)
      (let-alist item
        (let ((text (downcase (string-join `(,.path ,.label ,.details ,.doubt
                                             ,@(mapcar #'cadr .source))
                                           "\n"))))
          (cl-every (lambda (word)
                      (if (string-match "\\`!\\(.+\\)" word)
                          (not (string-search (match-string 1 word) text))
                        (string-search word text)))
                    (split-string (downcase context-broker--filter)))))))

(defun context-broker--insert-slice (buffer)
  "Insert items into BUFFER for 10 ms, and plan to go on after keys are read."
  (when (buffer-live-p buffer)
    (with-current-buffer buffer
      (when context-broker--timer (cancel-timer context-broker--timer))
      (let ((end (time-add nil .01))
            (gc-cons-threshold (max gc-cons-threshold context-broker-mcp-garbage)))
        (with-silent-modifications
          (save-excursion
            (goto-char (point-max))
            (while (and context-broker--queue (time-less-p nil end))
              (context-broker--insert (pop context-broker--queue))))))
      (setq context-broker--timer
            (and context-broker--queue
                 (run-at-time 0 nil #'context-broker--insert-slice buffer)))
      (unless context-broker--queue (context-broker--shown)))))

(defun context-broker--shown ()
  (when (or context-broker--keep (bobp) (eobp))
    (let ((keep context-broker--keep) found)
      (goto-char (point-min))
      (while (and keep (not found) (context-broker--move 1))
        (setq found (equal (get-text-property (point) 'context-broker-row) keep)))
      (unless found (goto-char (point-min)) (context-broker--move 1)))
    (setq context-broker--keep nil)
    (dolist (window (get-buffer-window-list nil nil t)) (set-window-point window (point)))))

(defun context-broker--insert (item)
  (if (stringp item)
      (progn (insert item "\n") (setq context-broker--path nil))
    (let-alist item
      (unless (equal .path context-broker--path)
        (setq context-broker--path .path)
        (insert "\n" (propertize .path 'face 'context-broker-path) "\n"))
      (let ((start (point)))
        (insert (propertize (format "%8s  " (cond ((null .line) "")
                                                  ((member .end (list nil .line)) .line)
                                                  (t (format "%d-%d" .line .end))))
                            'face 'context-broker-line)
                (if (equal .label .symbol) (propertize .label 'face 'context-broker-symbol)
                  (car (context-broker--fontified .path (list .label)))))
        (pcase-dolist (`(,text . ,face) `((,.details . context-broker-detail)
                                          (,.doubt . context-broker-note)))
          (unless (equal text "") (insert "  " (propertize text 'face face))))
        (insert "\n")
        (cl-loop for (number) in .source
                 for text in (context-broker--fontified (or .file .path) (mapcar #'cadr .source))
                 do (insert (propertize (format "%8s │ " (or number ""))
                                        'face 'context-broker-line)
                            text "\n"))
        ;; One property, since collecting garbage reads those of each stretch of a face.
        (let ((row (make-symbol "row")))
          (setplist row `(context-broker-row ,item mouse-face highlight
                          help-echo "RET, mouse-2: visit"))
          (put-text-property start (point) 'category row))))))

(defun context-broker--header ()
  (concat " " (propertize (or (plist-get context-broker--asked :title) "") 'face 'bold)
          (unless context-broker--request (format "  places: %d" (car context-broker--counts)))
          (propertize (concat (unless (equal context-broker--filter "")
                                (format " of %d, filter: %s" (cdr context-broker--counts)
                                        context-broker--filter))
                              (and context-broker--state (concat "  " context-broker--state)))
                      'face 'warning)))

(defun context-broker--fontified (path lines)
  "Return LINES of PATH with the faces of its major mode, if that is loaded.
To load one takes longer than what is typed should wait."
  (let* ((case-fold-search nil)
         ;; All patterns of files for each row would take longer than the rest.
         (mode (cdr (if (equal path (car context-broker--mode)) context-broker--mode
                      (setq context-broker--mode
                            (cons path (assoc-default path auto-mode-alist #'string-match)))))))
    (if (not (and lines mode (symbolp mode) (fboundp mode)
                  (not (autoloadp (indirect-function mode)))))
        lines
      (with-current-buffer (get-buffer-create (format " *context-broker %s*" mode))
        (condition-case nil
            (let ((inhibit-message t) (enable-local-variables nil))
              (when (eq major-mode 'fundamental-mode)
                (setq buffer-undo-list t)
                (delay-mode-hooks (funcall mode))
                (font-lock-set-defaults))
              (erase-buffer)
              (insert (string-join lines "\n"))
              (font-lock-fontify-region (point-min) (point-max))
              (split-string (buffer-string) "\n"))
          (error lines))))))

;;; Moving and visiting
(defun context-broker--move (count)
  "Move COUNT rows on, or back.  Return nil where there are not so many."
  (let ((change (if (> count 0) #'next-single-property-change
                  #'previous-single-property-change)))
    (cl-loop repeat (abs count)
             always (let ((at (point)))
                      (while (and (setq at (funcall change at 'context-broker-row))
                                  (not (get-text-property at 'context-broker-row))))
                      (and at (goto-char at))))))

(defun context-broker-results-next (&optional count)
  "Move to the next row, or COUNT rows on."
  (interactive "p" context-broker-results-mode)
  (unless (context-broker--move (or count 1)) (user-error "No more places")))

(defun context-broker-results-previous (&optional count)
  "Move to the row before, or COUNT rows back."
  (interactive "p" context-broker-results-mode)
  (context-broker-results-next (- (or count 1))))

(defun context-broker--row-at-point ()
  (or (get-text-property (point) 'context-broker-row) (user-error "No place on this line")))

(defun context-broker--goto (line text)
  "Go to LINE, or to the nearest line with TEXT, which stood there."
  (widen)
  (goto-char (point-min))
  (forward-line (1- line))
  (unless (string-blank-p text)
    (let* ((here (point))
           (like (concat "^[ \t]*" (regexp-quote (string-trim text)) "[ \t]*$"))
           (after (save-excursion (and (re-search-forward like nil t) (match-beginning 0))))
           (before (save-excursion (and (re-search-backward like nil t) (point)))))
      (goto-char (cond ((not (and before after)) (or before after here))
                       ((< (- here before) (- after here)) before)
                       (t after)))))
  (back-to-indentation))

(defun context-broker--visit (select)
  (let-alist (context-broker--row-at-point)
    (let* ((here (current-buffer))
           (code (save-excursion
                   (beginning-of-line)
                   (and (looking-at " *\\([0-9]*\\) │ \\(.*\\)")
                        (cons (string-to-number (match-string 1))
                              (match-string-no-properties 2)))))
           (file (expand-file-name (or (and code .file) .path)))
           (line (max 1 (or (car code) .line 1)))
           (text (or (cdr code) (cadr (assoc .line .source)) (unless .symbol .label) ""))
           (buffer (if (file-exists-p file) (find-file-noselect file)
                     (user-error "%s is not there any more" (abbreviate-file-name file))))
           (window (display-buffer buffer (if (eq (window-buffer) here)
                                              '(nil (inhibit-same-window . t))
                                            '(display-buffer-same-window)))))
      (with-selected-window window
        (context-broker--goto line text)
        (unless noninteractive (recenter))
        (pulse-momentary-highlight-one-line (point) 'next-error))
      (when select (select-window window)))))

(defun context-broker-results-visit (&optional event)
  "Visit the place at point, or where EVENT, a click, points to.
On a line of source, that line is visited."
  (interactive (list last-nonmenu-event) context-broker-results-mode)
  (when (mouse-event-p event) (mouse-set-point event))
  (context-broker--visit t))

(defun context-broker-results-preview ()
  "Show the place at point in another window."
  (interactive nil context-broker-results-mode)
  (context-broker--visit nil))

(defun context-broker--next-error (count reset)
  "Visit the place COUNT rows on, from the first on if RESET is non-nil."
  (when reset (goto-char (point-min)))
  (unless (context-broker--move
           (if (get-text-property (point) 'context-broker-row) count (max count 1)))
    (user-error "No more places"))
  (dolist (window (get-buffer-window-list nil nil t)) (set-window-point window (point)))
  (context-broker--visit t))

;;; Commands of the buffer
(defun context-broker-results-filter (filter)
  "Show only the rows with all words of FILTER; a word after ! must not be there.
Nothing shows all rows."
  (interactive (list (read-string "Only rows with (!word: without): " context-broker--filter))
               context-broker-results-mode)
  (setq context-broker--filter (string-trim filter)
        context-broker--keep (get-text-property (point) 'context-broker-row))
  (context-broker--show context-broker--all))

(defun context-broker--revert (&rest _)
  (unless context-broker--asked (user-error "Nothing was asked"))
  (setq context-broker--keep (get-text-property (point) 'context-broker-row))
  (context-broker--start))

(defun context-broker-results-more ()
  "Ask the same again for a longer answer."
  (interactive nil context-broker-results-mode)
  (cl-destructuring-bind (&key title tool arguments) context-broker--asked
    (setq arguments (copy-sequence arguments))
    (pcase-dolist (`(,key ,most) `((:max_tokens 200000)
                                   ,@(pcase tool ("search_symbols" '((:limit 100)))
                                            ("find_references" '((:limit 1000)))
                                            ("search_codebase" '((:top_k 100))))))
      (setq arguments (plist-put arguments key (min most (* 4 (or (plist-get arguments key) 20))))))
    (setq context-broker--asked (list :title title :tool tool :arguments arguments))
    (context-broker--revert)))

(defun context-broker-results-cancel ()
  "Cancel the question that is open, or else do as `keyboard-quit'."
  (interactive nil context-broker-results-mode)
  (if (context-broker--stop) (message "Cancelled") (keyboard-quit)))

(defun context-broker--address ()
  (let-alist (context-broker--row-at-point)
    (if .symbol (format "%s#%s" .path .symbol) (format "%s:%s" .path (or .line 1)))))

(defun context-broker-results-this ()
  "Ask the same about the symbol of the row at point."
  (interactive nil context-broker-results-mode)
  (cl-destructuring-bind (&key title tool arguments) context-broker--asked
    (let ((address (context-broker--address)))
      (if (plist-member arguments :symbol)
          (context-broker-results-ask (format "%s %s" (car (split-string title)) address) tool
                                      (plist-put (copy-sequence arguments) :symbol address))
        (context-broker-symbol address)))))

(defun context-broker-results-save (name &optional overwrite)
  "Save what is shown under NAME; with a prefix argument, OVERWRITE that.
Of a search the source is saved, of other answers the places that are shown."
  (interactive (list (read-string "Save as: "
                                  (replace-regexp-in-string
                                   "[^[:alnum:]]+" "-" (plist-get context-broker--asked :title)))
                     current-prefix-arg)
               context-broker-results-mode)
  (cl-destructuring-bind (&key title tool arguments) context-broker--asked
    (context-broker-mcp-call
     default-directory "saved_results"
     `(:name ,name ,@(and overwrite '(:overwrite t))
       ,@(if (equal tool "search_codebase") `(:action "save" ,@arguments)
           `(:action "handoff" :goal ,title :places ,(context-broker--places))))
     :then (lambda (answer) (message "%s" (alist-get 'summary answer)))
     :error (lambda (text)
              (message "%s%s" text (if (string-search "ALREADY_EXISTS" text)
                                       "; C-u replaces it" ""))))))

(defun context-broker--places ()
  (vconcat (delete-dups
            (cl-loop for item in context-broker--all
                     if (and (consp item) (context-broker--wanted-p item))
                     collect (let-alist item
                               (concat .path (and .line (format ":%d" .line))
                                       (and .line .end (format "-%d" .end))))))))

(defvar context-broker-results-mode-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map special-mode-map)
    (pcase-dolist (`(,key . ,command)
                   '(("RET" . context-broker-results-visit)
                     ("<mouse-2>" . context-broker-results-visit)
                     ("o" . context-broker-results-preview) ("F" . next-error-follow-minor-mode)
                     ("n" . context-broker-results-next) ("p" . context-broker-results-previous)
                     ("/" . context-broker-results-filter) ("+" . context-broker-results-more)
                     ("S" . context-broker-results-save) ("C-x C-s" . context-broker-results-save)
                     ("s" . context-broker-symbol) ("u" . context-broker-references)
                     ("c" . context-broker-call-graph) ("i" . context-broker-impact)
                     ("." . context-broker-results-this) ("C-c C-k" . context-broker-results-cancel)
                     ("<remap> <keyboard-quit>" . context-broker-results-cancel)))
      (define-key map (kbd key) command))
    (define-key map [follow-link] 'mouse-face)
    map)
  "Keymap of `context-broker-results-mode'.")

(define-derived-mode context-broker-results-mode special-mode "Broker"
  "Major mode for answers of Context Broker.
Each row is a place: RET visits it, and so does \\[next-error] from everywhere.
The header line says what was asked, and what is open.

\\{context-broker-results-mode-map}"
  (setq-local revert-buffer-function #'context-broker--revert
              next-error-function #'context-broker--next-error
              header-line-format '(:eval (context-broker--header))
              truncate-lines t buffer-undo-list t)
  (add-hook 'kill-buffer-hook #'context-broker--stop nil t))

;;; Symbols in the minibuffer
(defvar context-broker-symbol-history nil "Symbols that were asked about.")
(defvar context-broker-question-history nil "Questions and searches that were asked.")

(defun context-broker--style-all (string table predicate _point)
  (all-completions string table predicate))

(defun context-broker--style-try (string table predicate _point)
  "Complete STRING by TABLE with PREDICATE, where one candidate is left."
  (let ((found (all-completions string table predicate)))
    (cond ((null found) nil)
          ((cdr found) (cons string (length string)))
          ((equal (car found) string) t)
          (t (cons (car found) (length (car found)))))))

;; What is found for a text need not begin with it.
(add-to-list 'completion-styles-alist
             '(context-broker context-broker--style-try context-broker--style-all
                              "What Context Broker finds for the text."))
(add-to-list 'completion-category-defaults '(context-broker-symbol (styles context-broker)))

(defun context-broker--find-symbols (root text)
  "Return the symbols of ROOT that TEXT may name, with their cells as a property."
  (let* ((rows (context-broker--table
                (alist-get 'symbols (context-broker-mcp-await
                                     root "search_symbols"
                                     (list :query text :limit 100 :max_tokens 8000)))))
         (names (mapcar (lambda (cells) (alist-get 'symbol cells)) rows)))
    ;; Of several that have a name, each has its place instead.
    (cl-loop for cells in rows
             collect (let-alist cells
                       (propertize (if (= 1 (cl-count .symbol names :test #'equal)) .symbol
                                     (format "%s:%s" .path .start_line))
                                   'context-broker-cells cells)))))

(defun context-broker-symbol-table (root)
  "Return a completion table of the symbols of ROOT.
What is typed is looked up by name, part of a name or initials."
  (let (cache)
    (lambda (string predicate action)
      (cond ((eq action 'metadata)
             '(metadata (category . context-broker-symbol) (display-sort-function . identity)
                        (annotation-function . context-broker--annotation)))
            ((or (eq (car-safe action) 'boundaries) (string-blank-p string)) nil)
            (t
             ;; A key that is pressed meanwhile ends the look-up.
             (let ((all (or (assoc string cache)
                            (while-no-input
                              (cons string
                                    (condition-case nil (context-broker--find-symbols root string)
                                      (context-broker-error nil)))))))
               (when (consp all)
                 (cl-pushnew all cache)
                 (complete-with-action action (cdr all) (if (eq action t) "" string)
                                       predicate))))))))

(defun context-broker-read-symbol (prompt &optional root default)
  "Read the address of a symbol of ROOT with PROMPT.
An empty text means DEFAULT; one that is not completed is returned as it is."
  (let* ((table (context-broker-symbol-table (or root (context-broker-root))))
         (default (or default (thing-at-point 'symbol t)))
         (picked (completing-read (format-prompt prompt default) table nil nil nil
                                  'context-broker-symbol-history default))
         (known (car (member picked (all-completions picked table)))))
    (let-alist (and known (get-text-property 0 'context-broker-cells known))
      (if (equal .symbol picked) (concat .path "#" .symbol) picked))))

(defun context-broker--annotation (candidate)
  (let-alist (get-text-property 0 'context-broker-cells candidate)
    (if (null .path) ""
      (concat " " (propertize " " 'display '(space :align-to 40))
              (propertize (format "%s %s" .kind (if (equal .symbol candidate)
                                                    (format "%s:%s" .path .start_line)
                                                  .symbol))
                          'face 'completions-annotations)))))

(defun context-broker--symbol (prompt)
  (if (get-text-property (point) 'context-broker-row) (context-broker--address)
    (context-broker-read-symbol prompt)))

;;; Questions
(defun context-broker--ask (title subject tool &rest arguments)
  (when (string-blank-p subject) (user-error "%s what?" title))
  (context-broker-results-ask (format "%s %s" title subject) tool
                              `(,@arguments :max_tokens ,context-broker-max-tokens)))

;;;###autoload
(defun context-broker-search (query &optional paths)
  "Find the code that answers QUERY: words, names, an error, a question.
With a prefix argument, search only the files that PATHS, globs, match."
  (interactive
   (let ((default (if (use-region-p)
                      (buffer-substring-no-properties (region-beginning) (region-end))
                    (thing-at-point 'symbol t))))
     (list (read-string (format-prompt "Search for" default) nil
                        'context-broker-question-history default)
           (and current-prefix-arg (split-string (read-string "Only files (globs): "))))))
  (apply #'context-broker--ask "Search" query "search_codebase" :query query
         :top_k 20 (and paths (list :paths (vconcat paths)))))

;;;###autoload
(defun context-broker-symbol (symbol)
  "Show what SYMBOL is: signature, callers, callees, risk, history."
  (interactive (list (context-broker--symbol "Symbol")))
  (context-broker--ask "Symbol" symbol "get_symbol" :symbol symbol))

;;;###autoload
(defun context-broker-references (symbol)
  "Show where SYMBOL is called, read, written, extended or imported."
  (interactive (list (context-broker--symbol "References of")))
  (context-broker--ask "References" symbol "find_references" :symbol symbol :limit 200))

;;;###autoload
(defun context-broker-call-graph (symbol &optional callees)
  "Show the callers of SYMBOL, and theirs.
With a prefix argument, or CALLEES non-nil, show its callees."
  (interactive (list (context-broker--symbol (if current-prefix-arg "Callees of" "Callers of"))
                     current-prefix-arg))
  (context-broker--ask (if callees "Callees" "Callers") symbol "get_call_graph" :symbol symbol
                       :direction (if callees "callees" "callers")))

;;;###autoload
(defun context-broker-impact (symbol)
  "Show what a change of SYMBOL, or of a file, may break.
With a prefix argument, ask about the file that is visited."
  (interactive (list (if (and current-prefix-arg buffer-file-name)
                         (context-broker--relative buffer-file-name)
                       (context-broker--symbol "Impact of a change of"))))
  (context-broker--ask "Impact" symbol "analyze_impact" :symbol symbol))

;;;###autoload
(defun context-broker-ask (question)
  "Answer QUESTION, in plain words, by the look-ups that fit.
For example: who calls X, what breaks if I change X, where is X done."
  (interactive (list (read-string "Question: " nil 'context-broker-question-history)))
  (context-broker--ask "Question" question "ask" :question question))

;;;###autoload
(defun context-broker-context-at-point (&optional task)
  "Gather the code that the place at point needs to be understood.
With a prefix argument, read TASK: what is to be done there."
  (interactive (list (and current-prefix-arg (read-string "Task: "))))
  (unless buffer-file-name (user-error "This buffer visits no file"))
  (let ((place (format "%s:%d" (context-broker--relative buffer-file-name)
                       (line-number-at-pos nil t))))
    (context-broker--ask "Context" (if task (format "%s at %s" task place) place) "gather_context"
                         :task (format "%s %s" (or task "explain") place)
                         :focus (vector place))))

(defun context-broker--relative (file)
  (file-relative-name (file-truename file) (context-broker-root (file-name-directory file))))

(provide 'context-broker-results)
;;; context-broker-results.el ends here
