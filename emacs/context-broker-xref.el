;;; context-broker-xref.el --- Definitions and references by xref  -*- lexical-binding: t; -*-

;; Copyright (C) 2026 Context Broker contributors
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; `context-broker-xref-mode' lets the commands of xref ask Context Broker.  What is proven comes
;; first, what only has the name in groups of its own, and what is left out as a line at the end.

;;; Code:

(require 'context-broker-results)
(require 'seq)
(require 'xref)

(defvar context-broker-xref--candidates-max 8 "Most namesakes that a question is asked about.")
(defvar context-broker-xref--limit 1000 "Most references of an answer; the server allows no more.")
(defconst context-broker-xref--tokens 200000 "Room of an answer; the server allows no more.")

(defvar context-broker-xref--unread 0 "How many files the answers of a command lack.")

(defun context-broker-xref--await (root &rest questions)
  "Return ROOT's answers to QUESTIONS, and note which files they lack."
  (let ((answers (context-broker-mcp-await-all
                  root (mapcar (lambda (one) `(,@one :max_tokens ,context-broker-xref--tokens))
                               questions))))
    (dolist (answer answers answers)
      (let-alist answer
        (let ((unread (max (or .envelope.lagging 0) (or .envelope.files_left 0))))
          (when (> unread 0)
            (setq context-broker-xref--unread (max unread context-broker-xref--unread))
            (message "Context Broker: %s" (context-broker-xref--incomplete))))))))

(defun context-broker-xref--incomplete ()
  (format "%d files are not indexed yet; ask again in a moment" context-broker-xref--unread))

(defun context-broker-xref-address (symbol)
  "Return the address of SYMBOL, an alist with path and symbol."
  (let-alist symbol (concat .path "#" .symbol)))

(defun context-broker-xref-candidates (root address)
  "Return the symbols that ADDRESS may mean in the project ROOT, as alists."
  (let-alist (car (context-broker-xref--await root `("get_symbol" :symbol ,address)))
    (if .symbol (list .symbol) (context-broker--table .candidates))))

(cl-defstruct (context-broker-xref-location
               (:constructor context-broker-xref--make-location) (:copier nil))
  "A place of NAME: LINE of FILE in the project ROOT; DOUBTFUL if not proven."
  root file line name doubtful)

(defun context-broker-xref--go (line name)
  "Widen, and put point at NAME on LINE, or at its indentation.
In a buffer with unsaved changes, NAME may have moved."
  (widen)
  (goto-char (point-min))
  (forward-line (1- line))
  (let* ((word (and name (context-broker-xref--regexp name)))
         (at (save-excursion
               (and word (or (re-search-forward word (line-end-position) t)
                             (and (buffer-modified-p) (or (re-search-forward word nil t)
                                                          (re-search-backward word nil t))))
                    (match-beginning 1)))))
    (if at (goto-char at) (back-to-indentation))))

(defun context-broker-xref--regexp (name)
  "Return what matches NAME alone as group 1, whatever the mode's syntax."
  (format "\\(?:^\\|[^[:alnum:]_$]\\)\\(%s\\)\\(?:[^[:alnum:]_$]\\|$\\)" (regexp-quote name)))

(defun context-broker-xref--visit (file line &optional name)
  "Show LINE of FILE, and NAME on it, in another window."
  (unless (file-exists-p file) (user-error "There is no file %s any more" file))
  (find-file-other-window file)
  (context-broker-xref--go line name))

(cl-defmethod xref-location-marker ((place context-broker-xref-location))
  (pcase-let (((cl-struct context-broker-xref-location file line name) place))
    (unless (file-exists-p file) (user-error "There is no file %s any more" file))
    (with-current-buffer (find-file-noselect file)
      (save-excursion
        (save-restriction (context-broker-xref--go line name) (point-marker))))))

(cl-defmethod xref-location-group ((place context-broker-xref-location))
  (pcase-let (((cl-struct context-broker-xref-location root file doubtful) place))
    (if doubtful (concat (file-relative-name file root) " (not proven)") file)))

(cl-defmethod xref-location-line ((place context-broker-xref-location))
  (context-broker-xref-location-line place))

(defun context-broker-xref--item (root row symbol text)
  "Return an xref item with TEXT for ROW, a place of SYMBOL in ROOT."
  (let-alist row
    (let* ((doubt (or .why (and (equal .certainty "heuristic") "only the name matches")))
           (said (or doubt (and (equal .certainty "constrained") "by the receiver's type"))))
      (xref-make
       (concat text (and said (propertize (format "  [%s]" said)
                                          'face (if doubt 'warning 'shadow))))
       (context-broker-xref--make-location
        :root root :file (expand-file-name .path root) :line (or .line .start_line 1)
        :name (context-broker-xref--name symbol) :doubtful doubt)))))

(defun context-broker-xref--note (format &rest arguments)
  (let ((text (propertize (apply #'format format arguments) 'face 'warning)))
    (xref-make text (xref-make-bogus-location text))))

(defun context-broker-xref--name (symbol)
  "Return the last name of SYMBOL, such as save of Store.save."
  (if (string-match "[^.#:/ ]+\\'" symbol) (match-string 0 symbol) symbol))

(defun context-broker-xref--here ()
  "Return the identifier at point, with its path and line as a property."
  (let ((bounds (and buffer-file-name
                     (cond ((derived-mode-p 'prog-mode) (bounds-of-thing-at-point 'symbol))
                           ;; Without a mode for it, Array<Store> would be a symbol.
                           ((thing-at-point-looking-at "[[:alnum:]_$]+")
                            (cons (match-beginning 0) (match-end 0)))))))
    (when bounds
      (propertize (buffer-substring-no-properties (car bounds) (cdr bounds))
                  'context-broker-place
                  (cons (file-relative-name (file-truename buffer-file-name) (context-broker-root))
                        (line-number-at-pos (car bounds) t))))))

(defun context-broker-xref--defined-p (symbol name place)
  "Return non-nil if PLACE is the line where NAME of SYMBOL is defined."
  (let-alist symbol
    (and (equal .path (car place)) (<= .start_line (cdr place) .end_line)
         ;; Decorators and comments come before the line of the name.
         (save-excursion
           (save-restriction
             (context-broker-xref--go .start_line nil)
             (beginning-of-line)
             (and (re-search-forward (context-broker-xref--regexp name) nil t)
                  (= (cdr place) (line-number-at-pos (match-beginning 1)))))))))

(defun context-broker-xref--resolve (root identifier)
  "Return the symbols of ROOT that IDENTIFIER means, certain ones alone if any.
Each is an alist; certainty and why say how certain it is."
  (let* ((text (substring-no-properties identifier))
         (name (context-broker-xref--name text))
         ;; A name that was read is the one at point, if it is the same.
         (here (or (and (get-text-property 0 'context-broker-place identifier) identifier)
                   (context-broker-xref--here)))
         (place (and here (string= here text) (get-text-property 0 'context-broker-place here)))
         (namesake (lambda (one)
                     (string= name (context-broker-xref--name (or (alist-get 'symbol one) "")))))
         (found (context-broker-xref-candidates root text)))
    (if (null place) found
      (setq found (seq-filter namesake found))
      (let ((defined (seq-find (lambda (one) (context-broker-xref--defined-p one name place))
                               found)))
        (cond ((null found) nil)
              (defined (list defined))
              ;; One question tells of most calls.
              ((seq-filter
                (lambda (edge)
                  (and (funcall namesake edge)
                       (not (equal "heuristic" (alist-get 'certainty edge)))))
                (let-alist (car (context-broker-xref--await
                                 root `("get_call_graph" :direction "callees" :depth 1
                                        :symbol ,(format "%s:%d" (car place) (cdr place)))))
                  (context-broker--table .edges))))
              (t (context-broker-xref--weigh root found place)))))))

(defun context-broker-xref--weigh (root found place)
  "Return those of FOUND, symbols of ROOT, that PLACE refers to.
Where none is proven, return all of them, with the doubt."
  (let* ((near (seq-filter (lambda (one) (equal (car place) (alist-get 'path one))) found))
         (namesake '(why . "has the same name"))
         (ordered (append near (seq-difference found near #'eq)))
         (asked (seq-take ordered context-broker-xref--candidates-max))
         (judged
          (cl-loop
           for one in asked
           for answer in (context-broker-xref--references root asked)
           for row = (seq-find (lambda (row)
                                 (let-alist row
                                   (and (equal .path (car place)) (eql .line (cdr place)))))
                               (context-broker--table (alist-get 'references answer)))
           collect (cons (if row (assq 'certainty row) namesake) one)))
         (proven (seq-filter (lambda (one)
                               (member (alist-get 'certainty one) '("exact" "constrained")))
                             judged)))
    (or proven
        (append judged (mapcar (lambda (one) (cons namesake one))
                               (nthcdr (length asked) ordered))))))

(defun context-broker-xref--references (root symbols)
  (apply #'context-broker-xref--await root
         (mapcar (lambda (symbol)
                   `("find_references" :symbol ,(context-broker-xref-address symbol)
                     :limit ,context-broker-xref--limit))
                 symbols)))

(defun context-broker-xref-backend ()
  "Return `context-broker' in a buffer of a file of this machine."
  (and buffer-file-name (not (file-remote-p buffer-file-name)) 'context-broker))

(cl-defmethod xref-backend-identifier-at-point ((_ (eql 'context-broker)))
  (context-broker-xref--here))

(cl-defmethod xref-backend-identifier-completion-table ((_ (eql 'context-broker)))
  (context-broker-symbol-table (context-broker-root)))

(cl-defmethod xref-backend-definitions ((_ (eql 'context-broker)) identifier)
  (let* ((root (context-broker-root))
         (context-broker-xref--unread 0)
         (found (context-broker-xref--resolve root identifier)))
    (when (and (null found) (> context-broker-xref--unread 0))
      (user-error "%s" (context-broker-xref--incomplete)))
    (mapcar (lambda (row) (context-broker-xref--symbol-item root row)) found)))

(defun context-broker-xref--symbol-item (root row)
  (let-alist row
    (context-broker-xref--item root row .symbol (concat .kind (and .kind " ") .symbol))))

(cl-defmethod xref-backend-apropos ((_ (eql 'context-broker)) pattern)
  (let ((root (context-broker-root)))
    (let-alist (car (context-broker-xref--await
                     root `("search_symbols" :query ,pattern :limit 100)))
      (append (mapcar (lambda (row) (context-broker-xref--symbol-item root row))
                      (context-broker--table .symbols))
              (context-broker-xref--cut .envelope "symbols")))))

(defun context-broker-xref--cut (envelope what)
  (let-alist envelope
    (and .found .shown
         (list (context-broker-xref--note "%d of %d %s are shown" .shown .found what)))))

(cl-defmethod xref-backend-references ((_ (eql 'context-broker)) identifier)
  (let* ((root (context-broker-root))
         (context-broker-xref--unread 0)
         (all (context-broker-xref--resolve root identifier))
         (symbols (seq-take all context-broker-xref--candidates-max))
         (items (cl-loop for symbol in symbols
                         for answer in (context-broker-xref--references root symbols)
                         nconc (context-broker-xref--uses root symbol answer (cdr symbols))))
         (proven (lambda (item)
                   (let ((place (xref-item-location item)))
                     (and (context-broker-xref-location-p place)
                          (not (context-broker-xref-location-doubtful place)))))))
    (append (seq-filter proven items)
            (seq-remove proven items)
            (and (> context-broker-xref--unread 0)
                 (list (context-broker-xref--note "%s" (context-broker-xref--incomplete))))
            (and (nthcdr (length symbols) all)
                 (list (context-broker-xref--note
                        "%d more definitions have this name: ask by path#name"
                        (- (length all) (length symbols))))))))

(defun context-broker-xref--uses (root symbol answer several)
  "Return the items of ANSWER about SYMBOL of ROOT.
Where SEVERAL are meant, each says which symbol it is a use of."
  (let-alist answer
    (let* ((of (if several (concat " of " (context-broker-xref-address symbol)) ""))
           (doubts (context-broker--table .in_doubt))
           (more (- (+ (or .occurrences.unknown 0) (or .occurrences.unread 0)
                       (or .occurrences.unseen 0))
                    (length doubts)))
           (item (lambda (row text)
                   (context-broker-xref--item root row (alist-get 'symbol symbol)
                                              (concat text of)))))
      (append
       (mapcar (lambda (row) (funcall item row (let-alist row (or .source .role))))
               (context-broker--table .references))
       (mapcar (lambda (row) (funcall item row (context-broker-xref--text root row))) doubts)
       (context-broker-xref--cut .envelope (concat "references" of))
       (and (> more 0)
            (list (context-broker-xref--note
                   "%d more places of the name%s may be uses: search for it" more of)))
       (and .uncounted
            (list (context-broker-xref--note
                   "%d files with the name were not looked into" .uncounted)))))))

(defun context-broker-xref--text (root row)
  (let-alist row
    (with-temp-buffer
      (ignore-errors (insert-file-contents (expand-file-name .path root)))
      (forward-line (1- (or .line 1)))
      (string-trim (buffer-substring (point) (line-end-position))))))

;;;###autoload
(define-minor-mode context-broker-xref-mode
  "Find definitions and references of this buffer by Context Broker."
  :group 'context-broker
  (if context-broker-xref-mode
      (add-hook 'xref-backend-functions #'context-broker-xref-backend -10 t)
    (remove-hook 'xref-backend-functions #'context-broker-xref-backend t)))

;;;###autoload
(define-globalized-minor-mode context-broker-xref-global-mode context-broker-xref-mode
  (lambda ()
    (when (and (context-broker-xref-backend) (project-current)) (context-broker-xref-mode)))
  :group 'context-broker
  ;; Emacs knows its own Lisp better.
  :predicate '((not emacs-lisp-mode) t))

(provide 'context-broker-xref)
;;; context-broker-xref.el ends here
