;;; context-broker-results.el --- Answers of Context Broker in a buffer  -*- lexical-binding: t; -*-

;; Copyright (C) 2026 Context Broker contributors
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Questions about a project, asked without waiting, and their answers in one
;; buffer a project: places that `next-error' visits, that can be narrowed,
;; and that can be asked about in turn.  What an answer left out is said in
;; it.
;;
;; An answer is turned into items (`context-broker-results--items'): rows,
;; which are places, and lines between them.  Items are inserted in slices
;; of time.  Source is fontified when it is first shown.

;;; Code:

(require 'cl-lib)
(require 'context-broker-mcp)
(require 'jit-lock)
(require 'thingatpt)

(defgroup context-broker-results nil
  "Answers of Context Broker in a buffer."
  :group 'context-broker)

(defcustom context-broker-max-tokens 4000
  "How long an answer may be, in tokens: about three letters each.
`context-broker-results-more' asks for a longer one."
  :type 'natnum)

(defcustom context-broker-search-hits 20
  "How many hits a search shows at most."
  :type 'natnum)

(defcustom context-broker-results-fontify t
  "Whether source in results is shown in the faces of its language."
  :type 'boolean)

(defcustom context-broker-results-history 30
  "How many answers a results buffer keeps to go back to."
  :type 'natnum)

(defcustom context-broker-results-display-action
  '((display-buffer-reuse-window display-buffer-pop-up-window))
  "How a buffer with results is displayed: see `display-buffer'."
  :type 'sexp)

(defface context-broker-path '((t :inherit font-lock-keyword-face :weight bold))
  "Face of files' names in results.")

(defface context-broker-line '((t :inherit line-number))
  "Face of line numbers in results.")

(defface context-broker-symbol '((t :inherit font-lock-function-name-face))
  "Face of symbols in results.")

(defface context-broker-heading '((t :inherit bold))
  "Face of headings in results.")

(defface context-broker-note '((t :inherit warning))
  "Face of what an answer left out, or what is not certain about it.")

(defface context-broker-detail '((t :inherit shadow))
  "Face of details in results.")

(defconst context-broker-results--slice .01
  "Seconds after which inserting rows is interrupted for what is typed.")

(cl-defstruct (context-broker-results--row
               (:constructor context-broker-results--make-row)
               (:conc-name context-broker-results--row-)
               (:copier nil))
  "A place: PATH below the project, LINE to END, LABEL, DETAILS.
DOUBT is what is uncertain about it, SYMBOL its enclosing names.  SOURCE
is a list of lines, each (NUMBER . TEXT), of FILE if that differs."
  path line end label details doubt symbol source file)

(defvar-local context-broker-results--asked nil
  "What was asked: a plist of :title, :tool and :arguments.")
(defvar-local context-broker-results--request nil "The request that runs.")
(defvar-local context-broker-results--state nil "What is said in the header.")
(defvar-local context-broker-results--answer nil "The answer as it came.")
(defvar-local context-broker-results--all nil "The items of the answer.")
(defvar-local context-broker-results--queue nil "Items still to be shown.")
(defvar-local context-broker-results--timer nil "Inserts the next slice.")
(defvar-local context-broker-results--path nil "The path that stands above.")
(defvar-local context-broker-results--filter "" "Words that rows must have.")
(defvar-local context-broker-results--counts '(0 . 0) "Rows shown, and all.")
(defvar-local context-broker-results--keep nil "Where point is to go.")
(defvar-local context-broker-results--back nil "Earlier (ASKED . ANSWER).")
(defvar-local context-broker-results--forward nil "Later (ASKED . ANSWER).")

;;; Tables of answers

(defun context-broker-results--table-p (value)
  "Return non-nil if VALUE is a table of an answer."
  (and (consp value) (consp (car value))
       (assq 'columns value) (assq 'rows value) t))

(defun context-broker-results--table (table)
  "Return the rows of TABLE, each an alist by the names of its columns."
  (let ((columns (mapcar #'intern (alist-get 'columns table)))
        (same (alist-get 'same table)))
    (cl-flet ((row (cells)
                ;; Cells that are missing at the end are null.
                (append (cl-loop for column in columns
                                 collect (cons column (pop cells)))
                        same)))
      (cl-loop
       for entry in (alist-get 'rows table)
       if (and (symbolp (car entry)) (car entry)
               (listp (cadr entry)))
       ;; Rows by what stands in their first column.
       nconc (cl-loop for cells in (cdr entry)
                      collect (row (cons (symbol-name (car entry)) cells)))
       else collect (row entry)))))

;;; Items: rows, and (:head TEXT), (:note TEXT), (:text TEXT)

(defconst context-broker-results--headings
  '((locations . "Further hits")
    (candidates . "Which one? (. asks about the one at point)")
    (in_doubt . "May use it, in doubt")
    (references . "References")
    (dependents . "Dependents")
    (related . "Related")
    (definitions . "Definitions")
    (left_out . "Left out for want of room"))
  "Headings of parts of answers.")

(defun context-broker-results--certainty (certainty)
  "Return what is in doubt where CERTAINTY is not exact, or nil."
  (pcase certainty
    ((or 'nil "exact") nil)
    ("constrained" "by the receiver's type")
    ("heuristic" "by name alone")
    ("may-run" "may run")
    (other other)))

(defun context-broker-results--row (cells)
  "Return the row that CELLS, an alist, describe."
  (let-alist cells
    (let* ((line (or .line .start_line))
           (edge (assq 'call_line cells))
           (details
            (delq nil
                  (list .kind .role (and .match (not (equal .match "exact"))
                                         .match)
                        .relation .change .class .why
                        (and .source (not edge) .symbol (concat "in " .symbol))
                        (and .distance (> .distance 1)
                             (format "%d steps" .distance))
                        (and (numberp .count) (> .count 1)
                             (format "%d calls" .count))
                        (and (eq .exported t) "exported")))))
      (context-broker-results--make-row
       :path .path :line line :end .end_line :symbol .symbol
       :label (or (and .source (not edge) (string-trim .source))
                  .symbol .name (and edge "top of the file"))
       :details (string-join details ", ")
       :doubt (context-broker-results--certainty .certainty)
       :file (and edge .of
                  (not (equal (context-broker-results--file-of .of) .path))
                  (equal (alist-get 'direction cells) "callees")
                  (context-broker-results--file-of .of))
       :source (and edge .source (list (cons .call_line .source)))))))

(defun context-broker-results--file-of (address)
  "Return the file of ADDRESS, such as path#Class.method."
  (if (string-match "#" address) (substring address 0 (match-beginning 0))
    address))

(defun context-broker-results--numbered (first lines)
  "Return LINES, each with its number, the first with FIRST."
  (cl-loop for text in lines for number from first
           collect (cons number text)))

(defun context-broker-results--hit (hit)
  "Return the row of HIT, of a search."
  (let-alist hit
    (context-broker-results--make-row
     :path .path :line .start_line :end .end_line :symbol .symbol
     :label (or .symbol "") :details .kind
     :source (append
              (cl-loop for (number . text) in .context
                       collect (cons (string-to-number (symbol-name number))
                                     text))
              (context-broker-results--numbered
               (or .source_start_line .start_line) .source)))))

(defun context-broker-results--context (answer)
  "Return the rows of ANSWER, a context; the first of a file has its imports."
  (let (path)
    (cl-loop
     for item in (let-alist answer
                   ;; The files, its keys, are no column of this table.
                   (context-broker-results--table
                    `((columns "path" . ,.items.columns)
                      (rows . ,.items.rows))))
     collect
     (let-alist item
       (context-broker-results--make-row
        :path .path :line (caar .stretches) :end (cadar (last .stretches))
        :symbol .symbol :label (or .symbol .signature "") :details
        (string-join (delq nil (list .priority .why)) ", ")
        :source
        (append
         (unless (equal path .path)
           (setq path .path)
           (cl-loop for line in (alist-get (intern path)
                                           (alist-get 'imports answer))
                    if (string-match "\\`\\([0-9]+\\): " line)
                    collect (cons (string-to-number line)
                                  (substring line (match-end 0)))))
         (cl-loop for (first _last source) in .stretches
                  nconc (context-broker-results--numbered
                         first (split-string (or source "") "\n")))))))))

(defun context-broker-results--file (file)
  "Return the row of FILE, of a saved result."
  (let-alist file
    (let* ((lines (context-broker-results--saved-lines .lines))
           (first (cl-find-if #'car lines)))
      (context-broker-results--make-row
       :path .path :line (or .now.start_line .start_line (car first))
       :end (or .now.end_line .end_line)
       :label (or .symbol (if .state "" "unchanged")) :symbol .symbol
       :doubt (and .state (concat .state " since"))
       :details (if .lines "as it was saved" "left out: + shows more")
       :source (if .start_line
                   (context-broker-results--numbered .start_line .lines)
                 lines)))))

(defun context-broker-results--saved-lines (lines)
  "Return LINES of a saved file, each with its number where that is known.
Gaps between them are marked: that tells which lines stand before one."
  (let ((before nil) (all nil) (number nil))
    (cl-flet ((flush (next)
                (let ((at (or number (and next (- next (length before))))))
                  (dolist (text (reverse before))
                    (push (cons at text) all)
                    (when at (cl-incf at))))
                (setq before nil)))
      (dolist (text lines)
        (if (not (string-match "\\`… lines \\([0-9]+\\)-\\([0-9]+\\) " text))
            (push text before)
          (let ((from (string-to-number (match-string 1 text)))
                (to (string-to-number (match-string 2 text))))
            (flush from)
            (push (cons nil text) all)
            (setq number (1+ to)))))
      (flush nil)
      (nreverse all))))

(defun context-broker-results--left-out (texts)
  "Return rows of TEXTS, each `path:line symbol'."
  (cl-loop for text in texts
           if (string-match "\\`\\(.+?\\):\\([0-9]+\\)\\(?: \\(.+\\)\\)?"
                            text)
           collect (context-broker-results--make-row
                    :path (match-string 1 text)
                    :line (string-to-number (match-string 2 text))
                    :symbol (match-string 3 text)
                    :label (or (match-string 3 text) ""))
           else collect (list :text text)))

(defun context-broker-results--map (map)
  "Return the names and values of MAP in a line."
  (mapconcat (lambda (entry) (format "%s %s" (car entry) (cdr entry)))
             map ", "))

(defun context-broker-results--count (count noun)
  "Return COUNT and NOUN, in the plural unless COUNT is one."
  (format "%s %s%s" count noun (if (equal count 1) "" "s")))

(defun context-broker-results--symbol (answer)
  "Return the items that say what the symbol of ANSWER is."
  (let-alist answer
    (when .symbol
      (append
       (cl-loop
        for (name . value) in
        `(("signature" . ,.signature)
          ("documentation" . ,.documentation)
          ,@(cl-remove-if-not #'consp .counts :key #'cdr)
          ("references" . ,(and (numberp .references)
                                (format "%d in %s" .references
                                        (context-broker-results--count
                                         .reference_files "file"))))
          ("tests" . ,(and .tests (string-join .tests ", ")))
          ("risk" . ,(and .risk.score
                          (format "%s/100 %s" .risk.score
                                  (context-broker-results--map
                                   .risk.points))))
          ("git" . ,.git)
          ("places of the name" . ,.occurrences))
        if (consp value) do (setq value (context-broker-results--map value))
        if value collect (list :text (format "%s: %s" name value)))
       (list (context-broker-results--row .symbol))))))

(defconst context-broker-results--note-forms
  '((envelope hidden "kept out by the filters: %s")
    (envelope files_left "files not looked through: %s")
    (envelope lagging "files not indexed as they are now (g asks again): %s")
    (index lagging_files "files not indexed as they are now: %s")
    (envelope parse "only partly understood: %s")
    (envelope files "files searched: %s")
    (envelope excluded "never searched: %s")
    (scope excluded "never searched: %s")
    (missing_words "nowhere in the project: %s")
    (unresolved "places that may use it, not known what they mean: %s")
    (uncounted "files with the word, not counted: %s")
    (overrides symbol "callers of %s may run it too")
    (library_may_call "a library may call it")
    (subtypes_unknown "not all subtypes were looked for")
    (callees_unknown "not all callees were determined in time")
    (tests_found "test files in all: %s")
    (left_out_more "left out and not named: %s")
    (evidence_left "look-ups whose evidence is left out: %s")
    (left_aside "nothing was done for: %s")
    (files_omitted "files without their lines: %s")
    (files_unlisted "files not named: %s")
    (places_omitted "places left out: %s")
    (entries_omitted "entries left out: %s")
    (omitted "not listed: %s"))
  "Where an answer says what it lacks, and how that is shown.")

(defun context-broker-results--notes (answer)
  "Return texts for what ANSWER omits or is not sure of."
  (append
   (let-alist answer
     (delq nil
           (list
            (pcase .cut
              ((pred stringp)
               (replace-regexp-in-string
                "ask with max_tokens [0-9]+ to see more" "+ shows more" .cut))
              ((pred numberp)
               (format "%s of these were not looked beyond" .cut)))
            (and .envelope.shown .envelope.found
                 (format "%s of %s shown; + shows more"
                         .envelope.shown .envelope.found)))))
   (cl-loop for form in context-broker-results--note-forms
            for value = (cl-reduce (lambda (value key)
                                     (and (consp (car-safe value))
                                          (alist-get key value)))
                                   (butlast form) :initial-value answer)
            unless (memq value '(nil :false 0))
            collect (format (car (last form))
                            (cond ((consp (car-safe value))
                                   (context-broker-results--map value))
                                  ((consp value) (string-join value ", "))
                                  (t value))))
   (let-alist answer
     (append
      (cl-loop for fix in .corrections
               collect (format "read “%s” as %s" (alist-get 'written fix)
                               (string-join (alist-get 'searched fix) ", ")))
      (cl-loop for cycle in .cycles
               collect (concat "a cycle: " (string-join cycle " → ")))
      (cl-loop for part in .parts
               for detail = (and (consp (car-safe (cdr part)))
                                 (alist-get 'detail (cdr part)))
               if detail collect detail)
      (cl-loop for problem in .problems
               collect (string-join (delq nil
                                          (list (alist-get 'path problem)
                                                (alist-get 'message problem)))
                                    ": "))))
   (cl-loop for (_ . value) in answer
            if (and (context-broker-results--table-p value)
                    (alist-get 'left value))
            collect (concat "rows left out: "
                            (context-broker-results--map
                             (alist-get 'left value))))))

(defun context-broker-results--items (answer &optional arguments)
  "Return the items of ANSWER to ARGUMENTS."
  (let-alist answer
    (append
     (list (list :text (or .summary .outcome "")))
     (cl-loop for note in (context-broker-results--notes answer)
              collect (list :note note))
     (cl-loop for route in .routes
              collect (list :text (format "%s: %s"
                                          (alist-get 'question route)
                                          (alist-get 'rationale route))))
     (and .next_step (list (list :text (concat "next: " .next_step))))
     (context-broker-results--symbol answer)
     (mapcar #'context-broker-results--hit .hits)
     (and .document (context-broker-results--document .document))
     (and (or .document .kind)
          (mapcar #'context-broker-results--file (append .files .places)))
     (cl-loop
      for (key . value) in answer
      nconc (cond
             ((eq key 'items)
              (context-broker-results--context answer))
             ((and (eq key 'left_out) value)
              (cons (list :head (alist-get
                                 key context-broker-results--headings))
                    (context-broker-results--left-out value)))
             ((context-broker-results--table-p value)
              (context-broker-results--part key value arguments))))
     (cl-loop for part in .evidence
              nconc (context-broker-results--evidence part)))))

(defun context-broker-results--part (key table arguments)
  "Return the items of TABLE, which an answer to ARGUMENTS has at KEY."
  (let ((heading (alist-get key context-broker-results--headings))
        (direction (plist-get arguments :direction))
        (rows (cl-remove-if-not (lambda (row) (assq 'path row))
                                (context-broker-results--table table)))
        of items)
    (dolist (cells rows)
      (when (and (assq 'of cells) (not (equal of (alist-get 'of cells))))
        (setq of (alist-get 'of cells))
        (push (list :head (format "%s of %s"
                                  (capitalize (or direction "callers")) of))
              items))
      (when (or (alist-get 'path cells) (not (eq key 'related)))
        (push (context-broker-results--row
               (if direction (cons (cons 'direction direction) cells) cells))
              items)))
    (when items
      (append (and heading (list (list :head heading))) (nreverse items)))))

(defun context-broker-results--document (document)
  "Return the items of DOCUMENT, of a saved result."
  (cl-loop for (name . value) in document
           if value
           nconc (cl-loop for text in (if (listp value) value (list value))
                          collect (list :text (format "%s: %s" name text)))))

(defun context-broker-results--evidence (part)
  "Return the items of PART, a look-up that answers a question."
  (let-alist part
    (cons (list :head (format "%s: %s" .tool
                              (mapconcat (lambda (entry)
                                           (format "%s" (cdr entry)))
                                         .input " ")))
          (if .answer.error
              (list (list :note (format "%s" .answer.error.message)))
            (context-broker-results--items
             .answer (and .input.direction
                          (list :direction .input.direction)))))))

;;; Asking

(defun context-broker-results-buffer (root)
  "Return the buffer with results about the project ROOT."
  (let ((name (format "*broker-results: %s*"
                      (file-name-nondirectory (directory-file-name root)))))
    ;; Two projects may have a name in common.
    (while (let ((buffer (get-buffer name)))
             (and buffer
                  (not (equal (buffer-local-value 'default-directory buffer)
                              root))))
      (setq name (concat name "'")))
    (or (get-buffer name)
        (with-current-buffer (get-buffer-create name)
          (setq default-directory root)
          (context-broker-results-mode)
          (current-buffer)))))

(defun context-broker-results-ask (title tool arguments &optional buffer)
  "Ask TOOL with ARGUMENTS, a plist, and show the answer under TITLE.
The project is that of the current buffer, and so is the buffer unless
BUFFER is one in `context-broker-results-mode'.  Return the buffer."
  (let ((buffer (or buffer
                    (context-broker-results-buffer (context-broker-root)))))
    (with-current-buffer buffer
      (context-broker-results--remember)
      (setq context-broker-results--asked
            (list :title title :tool tool :arguments arguments)
            context-broker-results--forward nil
            context-broker-results--answer nil
            context-broker-results--filter ""
            context-broker-results--keep nil)
      (context-broker-results--start))
    (pop-to-buffer buffer context-broker-results-display-action)
    buffer))

(defun context-broker-results--start ()
  "Ask what the current buffer is to show."
  (context-broker-results--stop)
  (let* ((buffer (current-buffer))
         (asked context-broker-results--asked)
         (state (lambda (text)
                  (when (buffer-live-p buffer)
                    (with-current-buffer buffer
                      (when (eq asked context-broker-results--asked)
                        (setq context-broker-results--state text)
                        (force-mode-line-update)))))))
    (setq context-broker-results--state "asking, C-g cancels"
          next-error-last-buffer buffer
          context-broker-results--request
          (context-broker-mcp-call
           default-directory (plist-get asked :tool)
           (plist-get asked :arguments)
           :then (lambda (answer)
                   (context-broker-results--take buffer asked answer))
           :error (lambda (text)
                    (context-broker-results--take
                     buffer asked `((summary . ,text))))
           :progress (lambda (text)
                       (funcall state
                                (format "%s, C-g cancels"
                                        (if (equal text "") "asking"
                                          text))))))
    (unless context-broker-results--answer
      (context-broker-results--show nil))
    (force-mode-line-update)))

(defun context-broker-results--take (buffer asked answer)
  "Show ANSWER to ASKED in BUFFER, unless that has gone on."
  (when (buffer-live-p buffer)
    (with-current-buffer buffer
      (when (eq asked context-broker-results--asked)
        (setq context-broker-results--request nil
              context-broker-results--state nil
              context-broker-results--answer
              (cond ((consp answer) answer)
                    ((string-prefix-p "{" answer)
                     (context-broker-mcp-parse answer))
                    (t `((summary . ,answer)))))
        (context-broker-results--show-answer)))))

(defun context-broker-results--show-answer ()
  "Show the answer that the current buffer has."
  (context-broker-results--show
   (condition-case problem
       (context-broker-results--items
        context-broker-results--answer
        (plist-get context-broker-results--asked :arguments))
     ;; An answer of a form that is new is shown as it is.
     (error (list (list :note (format "This answer cannot be shown as rows: %S"
                                      problem))
                  (list :text (pp-to-string
                               context-broker-results--answer)))))))

(defun context-broker-results--stop ()
  "Cancel the request of the current buffer.  Return nil if it has none."
  (when context-broker-results--request
    (context-broker-mcp-cancel context-broker-results--request)
    (setq context-broker-results--request nil
          context-broker-results--state "cancelled, g asks again")
    (force-mode-line-update)
    t))

(defun context-broker-results--remember ()
  "Keep the answer of the current buffer, to go back to it."
  (when context-broker-results--answer
    (push (cons context-broker-results--asked context-broker-results--answer)
          context-broker-results--back)
    (let ((rest (nthcdr context-broker-results-history
                        context-broker-results--back)))
      (when rest (setcdr rest nil)))))

;;; Showing

(defun context-broker-results--show (items)
  "Show ITEMS, in slices."
  (setq context-broker-results--all items)
  (let* ((matches (context-broker-results--matcher
                   context-broker-results--filter))
         (rows 0) (shown 0)
         (inhibit-read-only t))
    (setq context-broker-results--queue
          (cl-remove-if-not
           (lambda (item)
             (or (consp item)
                 (progn (cl-incf rows)
                        (and (funcall matches item) (cl-incf shown)))))
           items)
          context-broker-results--counts (cons shown rows)
          context-broker-results--path nil)
    (erase-buffer)
    (context-broker-results--insert-slice (current-buffer))))

(defun context-broker-results--insert-slice (buffer)
  "Insert items into BUFFER for a while, and plan to go on."
  (when (buffer-live-p buffer)
    (with-current-buffer buffer
      (when context-broker-results--timer
        (cancel-timer context-broker-results--timer)
        (setq context-broker-results--timer nil))
      (let ((inhibit-read-only t)
            (end (time-add nil context-broker-results--slice)))
        (save-excursion
          (goto-char (point-max))
          (while (and context-broker-results--queue (time-less-p nil end))
            (context-broker-results--insert
             (pop context-broker-results--queue))))
        (set-buffer-modified-p nil))
      (if context-broker-results--queue
          (setq context-broker-results--timer
                (run-at-time 0 nil #'context-broker-results--insert-slice
                             buffer))
        (context-broker-results--shown)))))

(defun context-broker-results--shown ()
  "Put point where it was, or at the first row, now that all is shown."
  (let* ((keep context-broker-results--keep)
         (position (or (and keep (context-broker-results--find keep))
                       (next-single-property-change
                        (point-min) 'context-broker-row)
                       (point-min))))
    (setq context-broker-results--keep nil)
    (when (or keep (= (point) (point-min)) (= (point) (point-max)))
      (goto-char position)
      (dolist (window (get-buffer-window-list nil nil t))
        (set-window-point window position)))))

(defun context-broker-results--find (row)
  "Return where the row like ROW stands, or nil."
  (let ((position (point-min)) found)
    (while (and position (not found))
      (let ((one (get-text-property position 'context-broker-row)))
        (if (and one (equal (context-broker-results--key one)
                            (context-broker-results--key row)))
            (setq found position)
          (setq position (next-single-property-change
                          position 'context-broker-row)))))
    found))

(defun context-broker-results--key (row)
  "Return what is equal for rows like ROW alone."
  (list (context-broker-results--row-path row)
        (context-broker-results--row-line row)
        (context-broker-results--row-label row)))

(defun context-broker-results--insert (item)
  "Insert ITEM before point."
  (pcase item
    (`(:head ,text)
     (setq context-broker-results--path nil)
     (insert "\n" (propertize text 'face 'context-broker-heading) "\n"))
    (`(:note ,text)
     (insert (propertize text 'face 'context-broker-note) "\n"))
    (`(:text ,text) (insert text "\n"))
    (_ (context-broker-results--insert-row item))))

(defun context-broker-results--insert-row (row)
  "Insert ROW before point, and its file unless that stands above."
  (let ((path (context-broker-results--row-path row))
        (line (context-broker-results--row-line row))
        (end (context-broker-results--row-end row))
        (label (context-broker-results--row-label row))
        (details (context-broker-results--row-details row))
        (doubt (context-broker-results--row-doubt row))
        (source (context-broker-results--row-source row))
        start)
    (unless (equal path context-broker-results--path)
      (setq context-broker-results--path path)
      (insert (propertize "\n" 'context-broker-file t)
              (propertize path 'face 'context-broker-path) "\n"))
    (setq start (point))
    (insert (propertize
             (format "%8s" (cond ((null line) "")
                                 ((and end (/= end line))
                                  (format "%d-%d" line end))
                                 (t line)))
             'face 'context-broker-line)
            "  "
            (if (equal label (context-broker-results--row-symbol row))
                (propertize (or label "") 'face 'context-broker-symbol)
              (propertize (or label "") 'context-broker-code (not source))))
    (unless (member details '(nil ""))
      (insert "  " (propertize details 'face 'context-broker-detail)))
    (when doubt
      (insert "  " (propertize doubt 'face 'context-broker-note)))
    (insert "\n")
    (dolist (one source)
      (insert (propertize (format "%8s │ " (or (car one) ""))
                          'face 'context-broker-line)
              (propertize (concat (cdr one) "\n")
                          'context-broker-code t)))
    (put-text-property start (1+ start) 'context-broker-start t)
    (add-text-properties start (point)
                         (list 'context-broker-row row
                               'mouse-face 'highlight
                               'help-echo "RET, mouse-2: visit"))))

(defun context-broker-results--header ()
  "Return the header line of the current buffer."
  (let ((counts context-broker-results--counts))
    (concat
     " " (propertize (or (plist-get context-broker-results--asked :title) "")
                     'face 'bold)
     (cond (context-broker-results--request
            (propertize (concat "  " context-broker-results--state)
                        'face 'warning))
           ((equal context-broker-results--filter "")
            (concat "  " (context-broker-results--count
                          (car counts) "place")))
           (t (propertize (format "  %d of %d with: %s" (car counts)
                                  (cdr counts) context-broker-results--filter)
                          'face 'warning)))
     (and context-broker-results--queue "  …")
     (and context-broker-results--state
          (not context-broker-results--request)
          (concat "  " context-broker-results--state)))))

;;; Fontifying

(defvar context-broker-results--fontifiers nil
  "Hidden buffers by the major mode that fontifies in them.")

(defvar context-broker-results--unready nil
  "Major modes that are to be loaded when Emacs is idle.")

(defun context-broker-results--mode (path)
  "Return the major mode for the file PATH, or nil."
  (let* ((case-fold-search nil)
         (mode (assoc-default path auto-mode-alist #'string-match)))
    (and mode (symbolp mode)
         (cond ((fboundp 'major-mode-remap)
                (funcall (intern "major-mode-remap") mode))
               ((boundp 'major-mode-remap-alist)
                (alist-get mode (symbol-value 'major-mode-remap-alist)
                           mode))
               (t mode)))))

(defun context-broker-results--fontifier (mode)
  "Return a buffer in which MODE fontifies, or nil: then make one when idle.
Loading a major mode takes longer than what is typed should wait."
  (let ((known (assq mode context-broker-results--fontifiers)))
    (cond (known (and (buffer-live-p (cdr known)) (cdr known)))
          ((null mode) nil)
          ((memq mode context-broker-results--unready) nil)
          (t (push mode context-broker-results--unready)
             (run-with-idle-timer .3 nil #'context-broker-results--prepare
                                  mode)
             nil))))

(defun context-broker-results--prepare (mode)
  "Load MODE, and fontify the results that wait for it."
  (setq context-broker-results--unready
        (delq mode context-broker-results--unready))
  (push (cons mode
              (ignore-errors
                (with-current-buffer (generate-new-buffer
                                      (format " *context-broker %s*" mode) t)
                  (setq buffer-undo-list t)
                  (let ((inhibit-message t) (enable-local-variables nil))
                    (delay-mode-hooks (funcall mode)))
                  (font-lock-set-defaults)
                  (current-buffer))))
        context-broker-results--fontifiers)
  (dolist (buffer (buffer-list))
    (with-current-buffer buffer
      (when (derived-mode-p 'context-broker-results-mode)
        (jit-lock-refontify)))))

(defun context-broker-results--fontify (start end)
  "Fontify the source of the rows between START and END, whole rows."
  (when context-broker-results-fontify
    (save-excursion
      (goto-char end)
      (let (row)
        (while (and (> (point) start)
                    (context-broker-results--move -1))
          (setq row (get-text-property (point) 'context-broker-row))
          (context-broker-results--fontify-row
           row (point) (or (next-single-property-change
                            (point) 'context-broker-row)
                           (point-max))))))))

(defun context-broker-results--fontify-row (row start end)
  "Fontify the source of ROW, which stands between START and END.
Its pieces are fontified one after the other in a hidden buffer."
  (let ((fontifier (context-broker-results--fontifier
                    (context-broker-results--mode
                     (or (context-broker-results--row-file row)
                         (context-broker-results--row-path row)))))
        (from start) to pieces)
    (when fontifier
      (while (setq from (text-property-any from end 'context-broker-code t))
        (setq to (or (text-property-not-all from end 'context-broker-code t)
                     end))
        (push (cons from (buffer-substring-no-properties from to)) pieces)
        (setq from to))
      (with-silent-modifications
        (pcase-dolist (`(,from ,to ,face)
                       (context-broker-results--faces
                        fontifier (nreverse pieces)))
          (put-text-property from to 'face face))))))

(defun context-broker-results--faces (fontifier pieces)
  "Return (START END FACE) of PIECES, each (POSITION . TEXT).
FONTIFIER is the buffer that fontifies them."
  (with-current-buffer fontifier
    (erase-buffer)
    (dolist (piece pieces) (insert (cdr piece)))
    (ignore-errors (font-lock-fontify-region (point-min) (point-max)))
    (let ((end 1) faces)
      (pcase-dolist (`(,position . ,text) pieces)
        (let* ((at end) (offset (- position at)))
          (setq end (+ at (length text)))
          (while (< at end)
            (let ((next (next-single-property-change at 'face nil end))
                  (face (get-text-property at 'face)))
              (when face
                (push (list (+ at offset) (+ next offset) face) faces))
              (setq at next)))))
      faces)))

;;; Moving and visiting

(defun context-broker-results--at-point ()
  "Return the row at point, or signal a `user-error'."
  (or (get-text-property (point) 'context-broker-row)
      (user-error "There is no place on this line")))

(defun context-broker-results--start-after (position property)
  "Return where what begins with PROPERTY begins next after POSITION."
  (text-property-any (min (1+ position) (point-max)) (point-max) property t))

(defun context-broker-results--start-before (position property)
  "Return where what begins with PROPERTY begins last before POSITION."
  (while (and (setq position (previous-single-property-change
                              position property))
              (not (get-text-property position property))))
  position)

(defun context-broker-results--move (count &optional property)
  "Move COUNT rows on, or back; with PROPERTY to what begins with it.
Return nil where there are not so many."
  (let ((moved t))
    (dotimes (_ (abs count) moved)
      (let ((start (funcall (if (< count 0)
                                #'context-broker-results--start-before
                              #'context-broker-results--start-after)
                            (point) (or property 'context-broker-start))))
        (if start (goto-char start) (setq moved nil))))))

(defun context-broker-results-next (&optional count)
  "Move to the next row, or COUNT rows on."
  (interactive "p" context-broker-results-mode)
  (unless (context-broker-results--move (or count 1))
    (user-error "No more places")))

(defun context-broker-results-previous (&optional count)
  "Move to the row before, or COUNT rows back."
  (interactive "p" context-broker-results-mode)
  (context-broker-results-next (- (or count 1))))

(defun context-broker-results-next-file (&optional count)
  "Move to the first row of the next file, or COUNT files on."
  (interactive "p" context-broker-results-mode)
  (let ((count (or count 1)))
    (unless (context-broker-results--move (if (< count 0) (1- count) count)
                                          'context-broker-file)
      (user-error "No more files"))
    (context-broker-results--move 1)))

(defun context-broker-results-previous-file (&optional count)
  "Move to the first row of the file before, or COUNT files back."
  (interactive "p" context-broker-results-mode)
  (context-broker-results-next-file (- (or count 1))))

(defun context-broker-results--place (row)
  "Return (FILE LINE TEXT) of ROW, or of its source line at point."
  (let* ((line (save-excursion
                 (beginning-of-line)
                 (and (looking-at " *\\([0-9]+\\) │ \\(.*\\)")
                      (cons (string-to-number (match-string 1))
                            (match-string-no-properties 2)))))
         (first (assoc (context-broker-results--row-line row)
                       (context-broker-results--row-source row))))
    (list (expand-file-name (or (and line
                                     (context-broker-results--row-file row))
                                (context-broker-results--row-path row))
                            default-directory)
          (or (car line) (context-broker-results--row-line row) 1)
          (cond (line (cdr line))
                (first (cdr first))
                ((context-broker-results--row-source row)
                 (cdar (context-broker-results--row-source row)))
                (t (context-broker-results--row-label row))))))

(defun context-broker-results--goto (line text)
  "Go to LINE, or to where TEXT, which stood there, is now near it."
  (save-restriction
    (widen)
    (goto-char (point-min))
    (forward-line (1- line))
    (let ((wanted (string-trim text))
          (here (point)))
      (unless (or (equal wanted "")
                  (context-broker-results--line-p wanted))
        (let (found)
          (cl-loop for distance from 1 to 300 until found do
                   (dolist (way (list distance (- distance)))
                     (goto-char here)
                     (when (and (not found)
                                (zerop (forward-line way))
                                (context-broker-results--line-p wanted))
                       (setq found (point)))))
          (goto-char (or found here))))))
  (unless (<= (point-min) (point) (point-max)) (widen))
  (back-to-indentation))

(defun context-broker-results--line-p (wanted)
  "Return non-nil if the line at point has the text WANTED."
  (equal wanted (string-trim (buffer-substring-no-properties
                              (line-beginning-position)
                              (line-end-position)))))

(defun context-broker-results--visit (select)
  "Show the place at point in another window, and SELECT that or not."
  (pcase-let* ((`(,file ,line ,text) (context-broker-results--place
                                      (context-broker-results--at-point)))
               (here (current-buffer)))
    (unless (file-exists-p file)
      (user-error "%s is not there any more" (abbreviate-file-name file)))
    (let* ((buffer (find-file-noselect file))
           (window (display-buffer
                    buffer (if (eq (window-buffer) here)
                               '(nil (inhibit-same-window . t))
                             '(display-buffer-same-window)))))
      (with-selected-window window
        (with-current-buffer buffer
          (context-broker-results--goto line text)
          (set-window-point window (point))
          (unless noninteractive (recenter))
          (context-broker-results--highlight)))
      (when select (select-window window)))))

(defvar context-broker-results--overlay nil "Shows the line visited last.")

(defun context-broker-results--highlight ()
  "Highlight the current line until the next command."
  (unless context-broker-results--overlay
    (setq context-broker-results--overlay (make-overlay 1 1))
    (overlay-put context-broker-results--overlay 'face 'next-error))
  (move-overlay context-broker-results--overlay
                (line-beginning-position) (line-beginning-position 2)
                (current-buffer))
  (run-at-time 1 nil #'delete-overlay context-broker-results--overlay))

(defun context-broker-results-visit (&optional event)
  "Visit the place at point, or where EVENT, a click, points to.
On a line of source, that line is visited."
  (interactive (list last-nonmenu-event) context-broker-results-mode)
  (when (mouse-event-p event) (mouse-set-point event))
  (context-broker-results--visit t))

(defun context-broker-results-preview ()
  "Show the place at point in another window."
  (interactive nil context-broker-results-mode)
  (context-broker-results--visit nil))

(defun context-broker-results--next-error (count reset)
  "Visit the place COUNT rows on, from the first on if RESET is non-nil.
This is a `next-error-function'."
  (when reset
    (goto-char (point-min)))
  (unless (if (and (get-text-property (point) 'context-broker-row)
                   (not reset))
              (context-broker-results--move count)
            (context-broker-results--move (max count 1)))
    (user-error "No more places"))
  (let ((window (get-buffer-window nil t)))
    (when window (set-window-point window (point))))
  (context-broker-results--visit t))

;;; Commands of a results buffer

(defun context-broker-results--matcher (filter)
  "Return a predicate: whether a row has the words of FILTER."
  (let ((words (split-string (downcase filter))))
    (lambda (row)
      (or (null words)
          (let ((text (downcase (context-broker-results--row-text row))))
            (cl-every (lambda (word)
                        (if (and (string-prefix-p "!" word)
                                 (> (length word) 1))
                            (not (string-search (substring word 1) text))
                          (string-search word text)))
                      words))))))

(defun context-broker-results--row-text (row)
  "Return all that is shown of ROW."
  (mapconcat (lambda (part) (or part ""))
             (nconc (list (context-broker-results--row-path row)
                          (context-broker-results--row-label row)
                          (context-broker-results--row-details row)
                          (context-broker-results--row-doubt row))
                    (mapcar #'cdr (context-broker-results--row-source row)))
             "\n"))

(defun context-broker-results-filter (filter)
  "Show only the rows that have all words of FILTER, wherever in them.
A word after ! must not be there.  Nothing shows all rows."
  (interactive
   (list (read-string "Only rows with (!word: without): "
                      context-broker-results--filter))
   context-broker-results-mode)
  (setq context-broker-results--filter (string-trim filter)
        context-broker-results--keep
        (get-text-property (point) 'context-broker-row))
  (context-broker-results--show context-broker-results--all))

(defun context-broker-results-show-all ()
  "Show all rows again."
  (interactive nil context-broker-results-mode)
  (context-broker-results-filter ""))

(defun context-broker-results-revert (&rest _)
  "Ask the same again."
  (interactive nil context-broker-results-mode)
  (unless context-broker-results--asked (user-error "Nothing was asked"))
  (setq context-broker-results--keep
        (get-text-property (point) 'context-broker-row))
  (context-broker-results--start))

(defun context-broker-results-more ()
  "Ask the same again for a longer answer."
  (interactive nil context-broker-results-mode)
  (let* ((asked (copy-sequence context-broker-results--asked))
         (arguments (copy-sequence (plist-get asked :arguments)))
         (most (pcase (plist-get asked :tool)
                 ("search_symbols" '(:limit . 100))
                 ("find_references" '(:limit . 1000))
                 ("search_codebase" '(:top_k . 100)))))
    (setq arguments
          (plist-put arguments :max_tokens
                     (min 200000 (* 4 (or (plist-get arguments :max_tokens)
                                          context-broker-max-tokens)))))
    (when most
      (setq arguments
            (plist-put arguments (car most)
                       (min (cdr most)
                            (* 4 (or (plist-get arguments (car most)) 25))))))
    (setq context-broker-results--asked
          (plist-put asked :arguments arguments))
    (context-broker-results-revert)))

(defun context-broker-results-cancel ()
  "Cancel the question that is open."
  (interactive nil context-broker-results-mode)
  (unless (context-broker-results--stop)
    (user-error "Nothing runs here")))

(defun context-broker-results-quit ()
  "Cancel the question that is open, or else do as `keyboard-quit'."
  (interactive nil context-broker-results-mode)
  (if (context-broker-results--stop)
      (progn (deactivate-mark) (message "Cancelled"))
    (keyboard-quit)))

(defun context-broker-results--swap (to from)
  "Show the first of the answers TO, and keep the one shown in FROM.
Both are names of variables."
  (unless (symbol-value to) (user-error "No more answers"))
  (context-broker-results--stop)
  (when context-broker-results--answer
    (set from (cons (cons context-broker-results--asked
                          context-broker-results--answer)
                    (symbol-value from))))
  (let ((one (car (symbol-value to))))
    (set to (cdr (symbol-value to)))
    (setq context-broker-results--asked (car one)
          context-broker-results--answer (cdr one)
          context-broker-results--state nil
          context-broker-results--filter ""))
  (goto-char (point-min))
  (context-broker-results--show-answer))

(defun context-broker-results-back ()
  "Show the answer before."
  (interactive nil context-broker-results-mode)
  (context-broker-results--swap 'context-broker-results--back
                                'context-broker-results--forward))

(defun context-broker-results-forward ()
  "Show the answer after."
  (interactive nil context-broker-results-mode)
  (context-broker-results--swap 'context-broker-results--forward
                                'context-broker-results--back))

(defun context-broker-results--address ()
  "Return the address of the symbol of the row at point."
  (let* ((row (context-broker-results--at-point))
         (path (context-broker-results--row-path row))
         (symbol (context-broker-results--row-symbol row)))
    (if symbol (format "%s#%s" path symbol)
      (format "%s:%s" path (or (context-broker-results--row-line row) 1)))))

(defun context-broker-results-this ()
  "Ask the same about the symbol of the row at point."
  (interactive nil context-broker-results-mode)
  (let* ((address (context-broker-results--address))
         (asked context-broker-results--asked)
         (arguments (copy-sequence (plist-get asked :arguments)))
         (tool (plist-get asked :tool)))
    (if (not (plist-member arguments :symbol))
        (context-broker-symbol address)
      (context-broker-results-ask
       (format "%s %s" (car (split-string (plist-get asked :title) " "))
               address)
       tool (plist-put arguments :symbol address)))))

(defun context-broker-results-save (name &optional overwrite)
  "Save what is shown under NAME; with a prefix argument, OVERWRITE that.
`context-broker-saved-results' lists it, with what has changed since.  Of
a search the source is saved, of other answers the places."
  (interactive
   (list (read-string "Save as: "
                      (context-broker-results--name
                       (plist-get context-broker-results--asked :title)))
         current-prefix-arg)
   context-broker-results-mode)
  (unless context-broker-results--answer (user-error "There is no answer"))
  (let* ((asked context-broker-results--asked)
         (arguments (plist-get asked :arguments)))
    (context-broker-mcp-call
     default-directory "saved_results"
     (append
      (list :name name)
      (and overwrite '(:overwrite t))
      (if (equal (plist-get asked :tool) "search_codebase")
          (append '(:action "save")
                  (cl-loop for (key value) on arguments by #'cddr
                           if (memq key '(:query :top_k :paths :max_tokens))
                           append (list key value)))
        (list :action "handoff" :goal (plist-get asked :title)
              :places (context-broker-results--places))))
     :then (lambda (answer)
             (message "%s" (or (alist-get 'summary answer) answer)))
     :error (lambda (text)
              (message "%s" (if (string-search "ALREADY_EXISTS" text)
                                (format "%s is there already: C-u %s" name
                                        "replaces it")
                              text))))))

(defun context-broker-results--name (title)
  "Return a name for a saved result made of TITLE."
  (string-trim (replace-regexp-in-string
                "[^[:alnum:]]+" "-"
                (truncate-string-to-width (or title "") 60))
               "-+" "-+"))

(defun context-broker-results--places ()
  "Return the places of the rows that are shown, as a vector."
  (let ((matches (context-broker-results--matcher
                  context-broker-results--filter)))
    (vconcat
     (delete-dups
      (cl-loop for row in context-broker-results--all
               if (and (context-broker-results--row-p row)
                       (funcall matches row))
               collect (let ((line (context-broker-results--row-line row))
                             (end (context-broker-results--row-end row)))
                         (concat (context-broker-results--row-path row)
                                 (and line (format ":%d" line))
                                 (and line end (format "-%d" end)))))))))

(defvar context-broker-results-mode-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map special-mode-map)
    (pcase-dolist
        (`(,key . ,command)
         '(("RET" . context-broker-results-visit)
           ("<mouse-2>" . context-broker-results-visit)
           ("o" . context-broker-results-preview)
           ("C-o" . context-broker-results-preview)
           ("F" . next-error-follow-minor-mode)
           ("n" . context-broker-results-next)
           ("p" . context-broker-results-previous)
           ("N" . context-broker-results-next-file)
           ("P" . context-broker-results-previous-file)
           ("/" . context-broker-results-filter)
           ("\\" . context-broker-results-show-all)
           ("+" . context-broker-results-more)
           ("S" . context-broker-results-save)
           ("C-x C-s" . context-broker-results-save)
           ("l" . context-broker-results-back)
           ("r" . context-broker-results-forward)
           ("s" . context-broker-symbol)
           ("u" . context-broker-references)
           ("c" . context-broker-call-graph)
           ("i" . context-broker-impact)
           ("." . context-broker-results-this)
           ("C-c C-k" . context-broker-results-cancel)
           ("<remap> <keyboard-quit>" . context-broker-results-quit)))
      (define-key map (kbd key) command))
    (define-key map [follow-link] 'mouse-face)
    map)
  "Keymap of `context-broker-results-mode'.")

(define-derived-mode context-broker-results-mode special-mode "Broker"
  "Major mode for answers of Context Broker.
Each row is a place: \\[context-broker-results-visit] visits it, and so does
\\[next-error] from everywhere.  The header line says what was asked, and
what runs: \\[context-broker-results-quit] cancels that.

\\{context-broker-results-mode-map}"
  (setq-local revert-buffer-function #'context-broker-results-revert
              next-error-function #'context-broker-results--next-error
              header-line-format '(:eval (context-broker-results--header))
              truncate-lines t
              buffer-undo-list t
              bidi-display-reordering nil)
  (jit-lock-register #'context-broker-results--fontify)
  (add-hook 'kill-buffer-hook #'context-broker-results--stop nil t))

;;; Symbols in the minibuffer

(defvar context-broker-symbol-history nil
  "Symbols that were asked about.")

(defvar context-broker-question-history nil
  "Questions and searches that were asked.")

(defun context-broker--style-try (string table predicate _point)
  "Complete STRING by TABLE with PREDICATE, as what answers has matched it."
  (let ((found (all-completions string table predicate)))
    (cond ((null found) nil)
          ((and (null (cdr found)) (equal (car found) string)) t)
          ((null (cdr found)) (cons (car found) (length (car found))))
          (t (cons string (length string))))))

(defun context-broker--style-all (string table predicate _point)
  "Return what STRING is completed to by TABLE with PREDICATE."
  (all-completions string table predicate))

(add-to-list 'completion-styles-alist
             '(context-broker context-broker--style-try
                              context-broker--style-all
                              "What Context Broker finds for the text."))
(add-to-list 'completion-category-defaults
             '(context-broker-symbol (styles context-broker)))

(defun context-broker--find-symbols (root text)
  "Return (CANDIDATE . CELLS) of the symbols of ROOT that TEXT may name."
  (let* ((answer (context-broker-mcp-await
                  root "search_symbols"
                  (list :query text :limit 100 :max_tokens 8000)))
         (rows (context-broker-results--table (alist-get 'symbols answer)))
         (names (make-hash-table :test #'equal)))
    (dolist (cells rows)
      (cl-incf (gethash (alist-get 'symbol cells) names 0)))
    ;; A name that several have is told from the others by its file.
    (cl-loop for cells in rows
             for name = (alist-get 'symbol cells)
             collect (cons (if (= (gethash name names) 1) name
                             (format "%s#%s" (alist-get 'path cells) name))
                           cells))))

(defun context-broker--symbol (prompt)
  "Return the address of the row at point, or read a symbol with PROMPT."
  (if (and (derived-mode-p 'context-broker-results-mode)
           (get-text-property (point) 'context-broker-row))
      (context-broker-results--address)
    (context-broker-read-symbol prompt)))

(defun context-broker-read-symbol (prompt &optional root)
  "Read the address of a symbol of ROOT with PROMPT.
What is typed is looked up by name, part of a name or initials.  A name
that is not completed is returned as it is."
  (let* ((root (or root (context-broker-root)))
         (cache (make-hash-table :test #'equal))
         (found nil)
         (default (thing-at-point 'symbol t))
         (look-up
          (lambda (text)
            (let ((known (gethash text cache 'unknown)))
              (if (not (eq known 'unknown)) known
                ;; A key that is pressed meanwhile ends the look-up.
                (let ((all (while-no-input
                             (condition-case nil
                                 (context-broker--find-symbols root text)
                               (context-broker-error nil)))))
                  (when (listp all)
                    (dolist (one all) (push one found))
                    (puthash text all cache)))))))
         (table
          (lambda (string predicate action)
            (pcase action
              ('metadata
               `(metadata (category . context-broker-symbol)
                          (display-sort-function . identity)
                          (cycle-sort-function . identity)
                          (annotation-function
                           . ,(lambda (one)
                                (context-broker--annotation
                                 (cdr (assoc one found)))))))
              (`(boundaries . ,_) nil)
              (_ (let ((all (mapcar #'car (and (not (string-blank-p string))
                                               (funcall look-up string)))))
                   (when predicate (setq all (cl-remove-if-not predicate all)))
                   (pcase action
                     ('lambda (and (member string all) t))
                     ('t all)
                     (_ (cond ((null all) nil)
                              ((equal all (list string)) t)
                              (t string)))))))))
         (picked (completing-read (format-prompt prompt default) table nil nil
                                  nil 'context-broker-symbol-history
                                  default))
         (cells (cdr (assoc picked found))))
    (if cells (format "%s#%s" (alist-get 'path cells)
                      (alist-get 'symbol cells))
      picked)))

(defun context-broker--annotation (cells)
  "Return kind and place of the symbol that CELLS describe."
  (if (null cells) ""
    (concat " " (propertize " " 'display '(space :align-to 40))
            (propertize (format "%s %s:%s" (alist-get 'kind cells)
                                (alist-get 'path cells)
                                (alist-get 'start_line cells))
                        'face 'completions-annotations))))

;;; Questions

(defun context-broker--ask-symbol (title tool symbol &rest arguments)
  "Ask TOOL about SYMBOL with ARGUMENTS, and show the answer under TITLE."
  (when (string-blank-p symbol) (user-error "No symbol was named"))
  (context-broker-results-ask
   (format "%s %s" title symbol) tool
   (append (list :symbol symbol :max_tokens context-broker-max-tokens)
           arguments)))

;;;###autoload
(defun context-broker-search (query &optional paths)
  "Find the code that answers QUERY: words, names, an error, a question.
With a prefix argument, search only the files that PATHS, globs, match."
  (interactive
   (let ((default (if (use-region-p)
                      (buffer-substring-no-properties (region-beginning)
                                                      (region-end))
                    (thing-at-point 'symbol t))))
     (list (read-string (format-prompt "Search for" default) nil
                        'context-broker-question-history default)
           (and current-prefix-arg
                (split-string (read-string "Only files (globs): "))))))
  (context-broker-results-ask
   (concat "Search: " query) "search_codebase"
   (append (list :query query :top_k context-broker-search-hits
                 :max_tokens context-broker-max-tokens)
           (and paths (list :paths (vconcat paths))))))

;;;###autoload
(defun context-broker-symbol (symbol)
  "Show what SYMBOL is: signature, callers, callees, risk, history."
  (interactive (list (context-broker--symbol "Symbol")))
  (context-broker--ask-symbol "Symbol" "get_symbol" symbol))

;;;###autoload
(defun context-broker-references (symbol)
  "Show where SYMBOL is called, read, written, extended or imported."
  (interactive (list (context-broker--symbol "References of")))
  (context-broker--ask-symbol "References" "find_references" symbol
                              :limit 200))

;;;###autoload
(defun context-broker-call-graph (symbol &optional callees)
  "Show the callers of SYMBOL, and theirs.
With a prefix argument, or CALLEES non-nil, show its callees."
  (interactive (list (context-broker--symbol
                      (if current-prefix-arg "Callees of" "Callers of"))
                     current-prefix-arg))
  (context-broker--ask-symbol
   (if callees "Callees" "Callers") "get_call_graph" symbol
   :direction (if callees "callees" "callers")))

;;;###autoload
(defun context-broker-impact (symbol)
  "Show what a change of SYMBOL, or of a file, may break.
With a prefix argument, ask about the file that is visited."
  (interactive
   (list (if (and current-prefix-arg buffer-file-name)
             (context-broker--relative buffer-file-name)
           (context-broker--symbol "Impact of a change of"))))
  (context-broker--ask-symbol "Impact" "analyze_impact" symbol))

;;;###autoload
(defun context-broker-ask (question)
  "Answer QUESTION, in plain words, by the look-ups that fit.
For example: who calls X, what breaks if I change X, where is X done."
  (interactive (list (read-string "Question: " nil
                                  'context-broker-question-history)))
  (context-broker-results-ask
   (concat "Question: " question) "ask"
   (list :question question :max_tokens context-broker-max-tokens)))

;;;###autoload
(defun context-broker-context-at-point (&optional task)
  "Gather the code that the place at point needs to be understood.
With a prefix argument, read TASK: what is to be done there."
  (interactive
   (list (and current-prefix-arg (read-string "Task: "))))
  (unless buffer-file-name (user-error "This buffer visits no file"))
  (let ((place (format "%s:%d" (context-broker--relative buffer-file-name)
                       (line-number-at-pos nil t))))
    (context-broker-results-ask
     (concat "Context: " (if task (concat task " at ") "") place)
     "gather_context"
     (list :task (format "%s %s" (or task "explain") place)
           :focus (vector place) :format "json"
           :max_tokens context-broker-max-tokens))))

(defun context-broker--relative (file)
  "Return the path of FILE from the root of its project."
  (file-relative-name (file-truename file)
                      (context-broker-root (file-name-directory file))))

(provide 'context-broker-results)
;;; context-broker-results.el ends here
