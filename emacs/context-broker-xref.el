;;; context-broker-xref.el --- Definitions and references by xref  -*- lexical-binding: t; -*-

;; Copyright (C) 2026 Context Broker contributors
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; `context-broker-xref-mode' lets the commands of xref ask Context Broker,
;; `context-broker-xref-global-mode' in every file of a project.
;;
;; What is proven comes first.  What only has the name stands in groups of
;; its own, and says why it may be one.  What an answer leaves out is a line
;; at its end.

;;; Code:

(require 'cl-lib)
(require 'context-broker-mcp)
(require 'seq)
(require 'subr-x)
(require 'xref)

(defcustom context-broker-xref-candidates-max 8
  "Definitions of one name of which it is looked up whether they are meant.
Each costs a question.  Further ones are shown as of the same name."
  :type 'natnum
  :group 'context-broker)

(defcustom context-broker-xref-limit 1000
  "Most references or symbols that one question shows, at most 1000."
  :type 'natnum
  :group 'context-broker)

(defconst context-broker-xref--tokens 200000
  "Room of an answer: as much as the server allows.")

;;; Answers

(defun context-broker-xref--rows (table)
  "Return the rows of TABLE of an answer as alists."
  (let* ((columns (mapcar #'intern (alist-get 'columns table)))
         (same (alist-get 'same table))
         (rows (alist-get 'rows table))
         (row (lambda (cells)
                (append (cl-loop for column in columns for cell in cells
                                 collect (cons column cell))
                        same))))
    (if (and rows (symbolp (caar rows)))
        (cl-loop for (key . some) in rows nconc
                 (mapcar (lambda (cells)
                           (funcall row (cons (symbol-name key) cells)))
                         some))
      (mapcar row rows))))

(defun context-broker-xref--await (root calls)
  "Return ROOT's answers to CALLS, lists of a tool and its arguments.
All are asked at once.  Signal the first failure.
\\[keyboard-quit] cancels them all."
  (let* ((answers (make-vector (length calls) nil))
         (left (length calls))
         failure
         (requests
          (cl-loop for (tool arguments) in calls for at from 0 collect
                   (let ((at at))
                     (context-broker-mcp-call
                      root tool arguments
                      :then (lambda (answer)
                              (aset answers at answer)
                              (cl-decf left))
                      :error (lambda (text) (setq failure text)))))))
    (unwind-protect
        (while (and (> left 0) (not failure))
          (accept-process-output nil .05))
      (mapc #'context-broker-mcp-cancel requests))
    (when failure (signal 'context-broker-error (list failure)))
    (mapc #'context-broker-xref--warn answers)
    (append answers nil)))

(defvar context-broker-xref--unread 0
  "How many files the answers of a command have not looked into.")

(defun context-broker-xref--warn (answer)
  "Remember and say how many files ANSWER has not looked into."
  (let* ((envelope (alist-get 'envelope answer))
         (unread (max (or (alist-get 'lagging envelope) 0)
                      (or (alist-get 'files_left envelope) 0))))
    (when (> unread 0)
      (setq context-broker-xref--unread
            (max unread context-broker-xref--unread))
      (message "Context Broker: %s" (context-broker-xref--incomplete)))))

(defun context-broker-xref--incomplete ()
  "Return a sentence about the files that were not looked into."
  (format "%d files are not indexed yet; ask again in a moment"
          context-broker-xref--unread))

(defun context-broker-xref-address (symbol)
  "Return the address of SYMBOL, an alist with path and symbol."
  (concat (alist-get 'path symbol) "#" (alist-get 'symbol symbol)))

(defun context-broker-xref-candidates (root address)
  "Return the symbols that ADDRESS may mean in the project ROOT, as alists."
  (let* ((answer (car (context-broker-xref--await
                       root `(("get_symbol"
                               (:symbol ,address :max_tokens 20000))))))
         (symbol (alist-get 'symbol answer)))
    (if symbol (list symbol)
      (context-broker-xref--rows (alist-get 'candidates answer)))))

;;; Locations

(cl-defstruct (context-broker-xref-location
               (:constructor context-broker-xref--make-location)
               (:copier nil))
  "A place of NAME: FILE, absolute, and LINE.
DOUBTFUL is non-nil where it is not proven that it is what was asked for."
  root file line name doubtful)

(defun context-broker-xref--go (line name)
  "Put point at NAME on LINE, or at its nearest place where that lacks it.
A buffer with unsaved changes has lines that the index does not know."
  (goto-char (point-min))
  (forward-line (1- line))
  (let* ((start (point))
         (word (and name (concat "\\_<" (regexp-quote name) "\\_>")))
         (find (lambda (search bound)
                 (save-excursion (and (funcall search word bound t)
                                      (match-beginning 0))))))
    (when word
      (goto-char
       (or (funcall find #'re-search-forward (line-end-position))
           (and (buffer-modified-p)
                (let ((next (funcall find #'re-search-forward nil))
                      (last (funcall find #'re-search-backward nil)))
                  (if (and next last)
                      (if (< (- next start) (- start last)) next last)
                    (or next last))))
           (progn (back-to-indentation) (point)))))))

(cl-defmethod xref-location-marker ((place context-broker-xref-location))
  "Return a marker for PLACE."
  (let ((file (context-broker-xref-location-file place)))
    (unless (file-exists-p file)
      (user-error "There is no file %s any more" file))
    (with-current-buffer (find-file-noselect file)
      (save-restriction
        (widen)
        (save-excursion
          (context-broker-xref--go (context-broker-xref-location-line place)
                                   (context-broker-xref-location-name place))
          (point-marker))))))

(cl-defmethod xref-location-group ((place context-broker-xref-location))
  "Return the group of PLACE: its file, and whether it is in doubt."
  (let ((file (context-broker-xref-location-file place)))
    (if (context-broker-xref-location-doubtful place)
        (concat (file-relative-name
                 file (context-broker-xref-location-root place))
                " (not proven)")
      file)))

(cl-defmethod xref-location-line ((place context-broker-xref-location))
  "Return the line of PLACE."
  (context-broker-xref-location-line place))

(defconst context-broker-xref--certainties
  '((exact . nil)
    (constrained . "by the receiver's type")
    (heuristic . "only the name matches"))
  "What is said of a certainty.")

(defun context-broker-xref--item (root row name text &optional doubt)
  "Return an xref item of ROOT for ROW, a place of NAME with TEXT.
DOUBT is nil, or why it may be none."
  (let* ((certainty (intern (or (alist-get 'certainty row) "exact")))
         (said (or doubt
                   (alist-get certainty context-broker-xref--certainties)))
         (doubtful (or doubt (eq certainty 'heuristic))))
    (xref-make
     (concat text
             (and said (not (string-empty-p (or text ""))) "  ")
             (and said (propertize (format "[%s]" said) 'face
                                   (if doubtful 'warning 'shadow))))
     (context-broker-xref--make-location
      :root root :file (expand-file-name (alist-get 'path row) root)
      :line (or (alist-get 'line row) (alist-get 'start_line row) 1)
      :name name :doubtful doubtful))))

(defun context-broker-xref--note (format &rest arguments)
  "Return an item without a place that says FORMAT with ARGUMENTS."
  (let ((text (apply #'format format arguments)))
    (xref-make (propertize text 'face 'warning)
               (xref-make-bogus-location text))))

;;; Identifiers

(defun context-broker-xref--name (symbol)
  "Return the last name of SYMBOL, such as save of Store.save."
  (if (string-match "[^.#:/ ]+\\'" symbol) (match-string 0 symbol) symbol))

(defun context-broker-xref--here ()
  "Return the identifier at point, with its place as a text property, or nil."
  (let ((bounds (bounds-of-thing-at-point 'symbol)))
    (when (and bounds buffer-file-name)
      (propertize
       (buffer-substring-no-properties (car bounds) (cdr bounds))
       'context-broker-place
       (list (file-relative-name (file-truename buffer-file-name)
                                 (context-broker-root))
             (line-number-at-pos (car bounds) t))))))

(defun context-broker-xref--place (identifier)
  "Return the place of IDENTIFIER, a list of path and line, or nil.
A name that was read has it where it is the one at point."
  (or (get-text-property 0 'context-broker-place identifier)
      (let ((here (context-broker-xref--here)))
        (and here (string= here identifier)
             (get-text-property 0 'context-broker-place here)))))

(defun context-broker-xref--defined-p (symbol name path line)
  "Return non-nil if LINE of PATH is where NAME of SYMBOL is defined."
  (let ((start (alist-get 'start_line symbol)))
    (and (equal path (alist-get 'path symbol))
         (<= start line (alist-get 'end_line symbol))
         (or (= start line)
             ;; Decorators and comments come before the line of the name.
             (save-excursion
               (save-restriction
                 (widen)
                 (goto-char (point-min))
                 (forward-line (1- start))
                 (and (re-search-forward
                       (concat "\\_<" (regexp-quote name) "\\_>") nil t)
                      (= line (line-number-at-pos nil t)))))))))

(defun context-broker-xref--called (root name path line)
  "Return what is named NAME in ROOT and called from around LINE of PATH.
Each has its certainty."
  (let ((answer (car (context-broker-xref--await
                      root `(("get_call_graph"
                              (:symbol ,(format "%s:%d" path line)
                               :direction "callees" :depth 1
                               :max_tokens ,context-broker-xref--tokens)))))))
    (seq-filter
     (lambda (edge)
       (and (alist-get 'symbol edge)
            (member (alist-get 'certainty edge) '("exact" "constrained"))
            (string= name (context-broker-xref--name
                           (alist-get 'symbol edge)))))
     (context-broker-xref--rows (alist-get 'edges answer)))))

(defun context-broker-xref--references (root symbols)
  "Return the answers about the references of SYMBOLS of ROOT, in order."
  (context-broker-xref--await
   root (mapcar (lambda (symbol)
                  `("find_references"
                    (:symbol ,(context-broker-xref-address symbol)
                     :limit ,(min 1000 context-broker-xref-limit)
                     :max_tokens ,context-broker-xref--tokens)))
                symbols)))

(defun context-broker-xref--judge (answer path line)
  "Return how certain ANSWER is that LINE of PATH is a reference, or nil."
  (let ((row (seq-find (lambda (row)
                         (and (equal path (alist-get 'path row))
                              (eql line (alist-get 'line row))))
                       (context-broker-xref--rows
                        (alist-get 'references answer)))))
    (and row (alist-get 'certainty row))))

(defun context-broker-xref--resolve (root identifier)
  "Return the symbols of ROOT that IDENTIFIER means, certain ones alone if any.
Each is an alist with path, line or start_line, symbol and, unless it is
exact, certainty or doubt."
  (let* ((place (context-broker-xref--place identifier))
         (path (car place)) (line (cadr place))
         (name (context-broker-xref--name (substring-no-properties identifier)))
         (all (context-broker-xref-candidates
               root (substring-no-properties identifier)))
         (found (if place
                    (seq-filter
                     (lambda (one)
                       (string= name (context-broker-xref--name
                                      (alist-get 'symbol one))))
                     all)
                  all))
         (here (and place
                    (seq-find (lambda (one)
                                (context-broker-xref--defined-p
                                 one name path line))
                              found))))
    (cond
     ((null found) nil)
     (here (list here))
     ((null place) found)
     ((context-broker-xref--called root name path line))
     (t (context-broker-xref--weigh root found path line)))))

(defun context-broker-xref--weigh (root found path line)
  "Return those of FOUND, symbols of ROOT, that LINE of PATH refers to.
Where that is not known of any, return all of them, with the doubt."
  (let* ((near (seq-filter (lambda (one) (equal path (alist-get 'path one)))
                           found))
         (ordered (append near (seq-difference found near #'eq)))
         (asked (seq-take ordered context-broker-xref-candidates-max))
         (judged
          (cl-loop for one in asked
                   for answer in (context-broker-xref--references root asked)
                   collect (cons (context-broker-xref--judge answer path line)
                                 one)))
         (certain (seq-filter (lambda (one)
                                (member (car one) '("exact" "constrained")))
                              judged)))
    (if certain
        (mapcar (lambda (one) (cons (cons 'certainty (car one)) (cdr one)))
                certain)
      (append
       (cl-loop for (certainty . one) in judged when certainty
                collect (cons '(certainty . "heuristic") one))
       (cl-loop for (certainty . one) in judged unless certainty
                collect (cons '(doubt . "has the same name") one))
       (mapcar (lambda (one)
                 (cons '(doubt . "has the same name") one))
               (nthcdr context-broker-xref-candidates-max ordered))))))

;;; The backend

(defun context-broker-xref-backend ()
  "Return `context-broker' in a buffer of a file of this machine."
  (and buffer-file-name
       (not (file-remote-p buffer-file-name))
       'context-broker))

(cl-defmethod xref-backend-identifier-at-point ((_ (eql 'context-broker)))
  "Return the identifier at point, which knows where it stands."
  (context-broker-xref--here))

(cl-defmethod xref-backend-definitions ((_ (eql 'context-broker)) identifier)
  "Return the definitions that IDENTIFIER means."
  (let* ((root (context-broker-root))
         (context-broker-xref--unread 0)
         (found (context-broker-xref--resolve root identifier)))
    (when (and (null found) (> context-broker-xref--unread 0))
      (user-error "%s" (context-broker-xref--incomplete)))
    (mapcar
     (lambda (symbol)
       (context-broker-xref--item
        root symbol (context-broker-xref--name (alist-get 'symbol symbol))
        (concat (and (alist-get 'kind symbol)
                     (concat (alist-get 'kind symbol) " "))
                (alist-get 'symbol symbol))
        (alist-get 'doubt symbol)))
     found)))

(cl-defmethod xref-backend-references ((_ (eql 'context-broker)) identifier)
  "Return the references of what IDENTIFIER means, proven ones first."
  (let* ((root (context-broker-root))
         (context-broker-xref--unread 0)
         (all (context-broker-xref--resolve root identifier))
         (symbols (seq-take all context-broker-xref-candidates-max))
         (items (cl-loop
                 for symbol in symbols
                 for answer in (context-broker-xref--references root symbols)
                 nconc (context-broker-xref--uses
                        root symbol answer (cdr symbols)))))
    (append
     (seq-remove #'context-broker-xref--doubtful-p items)
     (seq-filter #'context-broker-xref--doubtful-p items)
     (and (> context-broker-xref--unread 0)
          (list (context-broker-xref--note
                 "%s" (context-broker-xref--incomplete))))
     (and (nthcdr (length symbols) all)
          (list (context-broker-xref--note
                 "%d more definitions have this name: ask by path#name"
                 (- (length all) (length symbols))))))))

(defun context-broker-xref--doubtful-p (item)
  "Return non-nil if ITEM is not proven, or a note."
  (let ((place (xref-item-location item)))
    (or (not (context-broker-xref-location-p place))
        (context-broker-xref-location-doubtful place))))

(defun context-broker-xref--line (root row)
  "Return the text of the line of ROW, a place of ROOT, if it has one."
  (let* ((file (expand-file-name (alist-get 'path row) root))
         (buffer (find-buffer-visiting file))
         (get (lambda ()
                (save-excursion
                  (goto-char (point-min))
                  (forward-line (1- (alist-get 'line row)))
                  (string-trim
                   (buffer-substring-no-properties
                    (point) (line-end-position)))))))
    (cond ((null (alist-get 'line row)) "")
          (buffer (with-current-buffer buffer
                    (save-restriction (widen) (funcall get))))
          ((file-readable-p file)
           (with-temp-buffer (insert-file-contents file) (funcall get))))))

(defun context-broker-xref--uses (root symbol answer several)
  "Return the items of ANSWER about SYMBOL of ROOT.
Where SEVERAL, each says which symbol it is a use of."
  (let* ((name (context-broker-xref--name (alist-get 'symbol symbol)))
         (of (if several
                 (concat " of " (context-broker-xref-address symbol)) ""))
         (doubts (context-broker-xref--rows (alist-get 'in_doubt answer)))
         (counts (alist-get 'occurrences answer))
         (unknown (+ (or (alist-get 'unknown counts) 0)
                     (or (alist-get 'unread counts) 0)
                     (or (alist-get 'unseen counts) 0)))
         (shown (alist-get 'envelope answer)))
    (append
     (mapcar (lambda (row)
               (context-broker-xref--item
                root row name
                (concat (or (alist-get 'source row) (alist-get 'role row)) of)))
             (context-broker-xref--rows (alist-get 'references answer)))
     (mapcar (lambda (row)
               (context-broker-xref--item
                root row name (concat (context-broker-xref--line root row) of)
                (alist-get 'why row)))
             doubts)
     (when (and (alist-get 'found shown) (alist-get 'shown shown))
       (list (context-broker-xref--note
              "%d of %d references%s are shown"
              (alist-get 'shown shown) (alist-get 'found shown) of)))
     (when (> unknown (length doubts))
       (list (context-broker-xref--note
              "%d more places of the name%s may be uses: search for it"
              (- unknown (length doubts)) of)))
     (when (alist-get 'uncounted answer)
       (list (context-broker-xref--note
              "%d files with the name were not looked into"
              (alist-get 'uncounted answer)))))))

(defun context-broker-xref--search (root text)
  "Return the symbols of ROOT whose name is like TEXT, and how many there are."
  (let* ((answer (car (context-broker-xref--await
                       root `(("search_symbols"
                               (:query ,text :limit 100
                                :max_tokens ,context-broker-xref--tokens))))))
         (rows (context-broker-xref--rows (alist-get 'symbols answer))))
    (cons (or (alist-get 'found (alist-get 'envelope answer)) (length rows))
          rows)))

(cl-defmethod xref-backend-apropos ((_ (eql 'context-broker)) pattern)
  "Return the symbols whose name is like PATTERN, the best first."
  (let* ((root (context-broker-root))
         (found (context-broker-xref--search root pattern)))
    (append
     (mapcar (lambda (row)
               (context-broker-xref--item
                root row (context-broker-xref--name (alist-get 'symbol row))
                (format "%s %s" (alist-get 'kind row) (alist-get 'symbol row))))
             (cdr found))
     (when (> (car found) (length (cdr found)))
       (list (context-broker-xref--note "%d of %d symbols are shown"
                                        (length (cdr found)) (car found)))))))

;;; Reading a symbol

(defun context-broker-xref--choices (root text)
  "Return addresses of ROOT for TEXT, with the symbol as a property."
  (let* ((rows (cdr (context-broker-xref--search root text)))
         (names (make-hash-table :test #'equal)))
    (dolist (row rows)
      (cl-incf (gethash (alist-get 'symbol row) names 0)))
    (mapcar (lambda (row)
              (propertize
               (if (= 1 (gethash (alist-get 'symbol row) names))
                   (alist-get 'symbol row)
                 (context-broker-xref-address row))
               'context-broker-symbol row))
            rows)))

(defun context-broker-xref--annotate (choice)
  "Return what is shown after CHOICE: its kind and its place."
  (let ((row (get-text-property 0 'context-broker-symbol choice)))
    (and row (format "  %s %s:%s" (alist-get 'kind row) (alist-get 'path row)
                     (alist-get 'start_line row)))))

(defun context-broker-xref-table (root)
  "Return a completion table of the symbols of the project ROOT.
What is typed is looked up by the server, so parts of names, initials and
typing errors find symbols, too.  It remembers what it was asked."
  (let ((known (make-hash-table :test #'equal)))
    (lambda (text predicate action)
      (if (eq action 'metadata)
          '(metadata (category . context-broker-symbol)
                     (annotation-function . context-broker-xref--annotate)
                     (display-sort-function . identity))
        (unless (or (string-blank-p text) (eq (car-safe action) 'boundaries)
                    (gethash text known))
          (puthash text (context-broker-xref--choices root text) known))
        (let ((found (gethash text known)))
          (pcase action
            ('t (if predicate (seq-filter predicate found) found))
            ('nil (cond ((equal found (list text)) t)
                        (found text)))
            ('lambda (and (member text found) t))))))))

(defun context-broker-xref--try (text table predicate point)
  "Complete TEXT with POINT from TABLE and PREDICATE where one symbol fits."
  (let ((all (all-completions text table predicate)))
    (cond ((null all) nil)
          ((cdr all) (cons text point))
          ((string= text (car all)) t)
          (t (cons (car all) (length (car all)))))))

(defun context-broker-xref--all (text table predicate _point)
  "Return what TABLE has for TEXT and PREDICATE: the server matched it."
  (all-completions text table predicate))

(add-to-list 'completion-styles-alist
             '(context-broker context-broker-xref--try context-broker-xref--all
                              "What Context Broker finds for the text."))
(add-to-list 'completion-category-defaults
             '(context-broker-symbol (styles context-broker)))

(cl-defmethod xref-backend-identifier-completion-table
  ((_ (eql 'context-broker)))
  "Return the table of all symbols of the project."
  (context-broker-xref-table (context-broker-root)))

(defvar context-broker-xref--history nil
  "Symbols that were read.")

(defun context-broker-xref-read-symbol (root prompt &optional default)
  "Read an address of a symbol of the project ROOT with PROMPT.
DEFAULT is what an empty answer means."
  (let ((text (completing-read
               (if default (format "%s (default %s): " prompt default)
                 (format "%s: " prompt))
               (context-broker-xref-table root) nil nil nil
               'context-broker-xref--history default)))
    (when (string-blank-p text) (user-error "No symbol is named"))
    (let ((row (get-text-property 0 'context-broker-symbol text)))
      (if row (context-broker-xref-address row)
        (substring-no-properties text)))))

;;; Modes

;;;###autoload
(define-minor-mode context-broker-xref-mode
  "Find definitions and references of this buffer by Context Broker."
  :group 'context-broker
  (if context-broker-xref-mode
      (add-hook 'xref-backend-functions #'context-broker-xref-backend -10 t)
    (remove-hook 'xref-backend-functions #'context-broker-xref-backend t)))

(defun context-broker-xref--turn-on ()
  "Turn `context-broker-xref-mode' on in a file of a project of this machine."
  (when (and buffer-file-name
             (not (file-remote-p buffer-file-name))
             (project-current))
    (context-broker-xref-mode)))

;;;###autoload
(define-globalized-minor-mode context-broker-xref-global-mode
  context-broker-xref-mode context-broker-xref--turn-on
  :group 'context-broker
  :predicate '(prog-mode))

(provide 'context-broker-xref)
;;; context-broker-xref.el ends here
