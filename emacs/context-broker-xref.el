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

(defvar context-broker-xref--candidates-max 8 "Most namesakes whose uses are asked for.")
(defvar context-broker-xref--limit 1000 "Most references of an answer; the server allows no more.")
(defconst context-broker-xref--tokens 200000 "Room of an answer; the server allows no more.")

(defun context-broker-xref--await (root questions &optional rows)
  (context-broker-mcp-await-all
   root (mapcar (lambda (one) `(,@one :max_tokens ,context-broker-xref--tokens)) questions) rows))

(defun context-broker-xref-address (symbol)
  "Return the address of SYMBOL, an alist with path and symbol."
  (let-alist symbol (concat .path "#" .symbol)))

(defun context-broker-xref-candidates (root address)
  "Return the symbols that ADDRESS may mean in the project ROOT, as alists."
  (let-alist (car (context-broker-xref--await root `(("get_symbol" :symbol ,address))))
    (let ((left (max (or .envelope.lagging 0) (or .envelope.files_left 0))))
      (cond (.symbol (list .symbol))
            (.candidates (context-broker--table .candidates))
            ((> left 0)
             (user-error "%d files are not indexed yet; ask again in a moment" left))))))

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
  ;; The name alone, whatever the mode's syntax.
  (let* ((word (and name (format "\\(?:^\\|[^[:alnum:]_$]\\)\\(%s\\)\\(?:[^[:alnum:]_$]\\|$\\)"
                                 (regexp-quote name))))
         (at (save-excursion
               (and word (or (re-search-forward word (line-end-position) t)
                             (and (buffer-modified-p) (or (re-search-forward word nil t)
                                                          (re-search-backward word nil t))))
                    (match-beginning 1)))))
    (if at (goto-char at) (back-to-indentation))))

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

(defun context-broker-xref--visit (file line)
  (xref-pop-to-location
   (xref-make "" (context-broker-xref--make-location :file file :line line)) 'window))

(defun context-broker-xref--item (root row symbol text)
  "Return an xref item with TEXT for ROW, a place of SYMBOL in ROOT."
  (let-alist row
    (let ((doubtful (not (member .doubt '("" "by the receiver's type")))))
      (xref-make
       (concat text (unless (equal .doubt "")
                      (propertize (format "  [%s]" .doubt) 'face (if doubtful 'warning 'shadow))))
       (context-broker-xref--make-location
        :root root :file (expand-file-name .path root) :line (or .line 1)
        :name (context-broker-xref--name symbol) :doubtful doubtful)))))

(defun context-broker-xref--note (text)
  (xref-make (propertize text 'face 'warning) (xref-make-bogus-location text)))

(defun context-broker-xref--notes (items &optional of)
  "Return what ITEMS of an answer say that it lacks, OF a symbol."
  (cl-loop for item in items
           for note = (and (consp item) (alist-get 'note item))
           ;; These places are listed.
           unless (or (null note) (string-prefix-p "places that may use it" note))
           collect (context-broker-xref--note
                    (concat (string-remove-suffix "; + shows more" note) of))))

(defun context-broker-xref--name (symbol)
  "Return the last name of SYMBOL, such as save of Store.save."
  (if (string-match "[^.#:/ ]+\\'" symbol) (match-string 0 symbol) symbol))

(defun context-broker-xref--here ()
  "Return the identifier at point, with its place as a property."
  (let ((bounds (and buffer-file-name
                     (cond ((derived-mode-p 'prog-mode) (bounds-of-thing-at-point 'symbol))
                           ;; Without a mode for it, Array<Store> would be a symbol.
                           ((thing-at-point-looking-at "[[:alnum:]_$]+")
                            (cons (match-beginning 0) (match-end 0)))))))
    (when bounds
      (let ((name (buffer-substring-no-properties (car bounds) (cdr bounds))))
        (propertize name 'context-broker-address
                    (format "%s:%d#%s" (context-broker--relative buffer-file-name)
                            (line-number-at-pos (car bounds) t) name))))))

(defun context-broker-xref--resolve (root identifier)
  "Return the symbols of ROOT that IDENTIFIER means, each with a why if in doubt."
  (let* ((here (context-broker-xref--here))
         ;; A name that was read is the one at point, if it is the same.
         (place (or (get-text-property 0 'context-broker-address identifier)
                    (and (equal here identifier)
                         (get-text-property 0 'context-broker-address here)))))
    (cl-loop for one in (context-broker-xref-candidates
                         root (or place (substring-no-properties identifier)))
             collect (if (or (null place) (alist-get 'certainty one)) one
                       (cons '(why . "has the same name") one)))))

(defun context-broker-xref-backend ()
  "Return `context-broker' in a buffer of a file of this machine."
  (and buffer-file-name (not (file-remote-p buffer-file-name)) 'context-broker))

(cl-defmethod xref-backend-identifier-at-point ((_ (eql 'context-broker)))
  (context-broker-xref--here))

(cl-defmethod xref-backend-identifier-completion-table ((_ (eql 'context-broker)))
  (context-broker-symbol-table (context-broker-root)))

(cl-defmethod xref-backend-definitions ((_ (eql 'context-broker)) identifier)
  (let ((root (context-broker-root)))
    (cl-loop for symbol in (context-broker-xref--resolve root identifier)
             collect (let-alist symbol
                       (context-broker-xref--item
                        root `((path . ,.path) (line . ,.start_line)
                               (doubt . ,(pcase .certainty
                                           ("constrained" "by the receiver's type")
                                           ("heuristic" "by name alone")
                                           (_ (or .why "")))))
                        .symbol (concat .kind " " .symbol))))))

(cl-defmethod xref-backend-apropos ((_ (eql 'context-broker)) pattern)
  (let* ((root (context-broker-root))
         (items (car (context-broker-xref--await
                      root `(("search_symbols" :query ,pattern :limit 100)) t))))
    (append (cl-loop for row in items
                     if (and (consp row) (alist-get 'path row))
                     collect (let-alist row
                               (context-broker-xref--item
                                root row .symbol
                                (concat (car (split-string .details ", ")) " " .symbol))))
            (context-broker-xref--notes items))))

(cl-defmethod xref-backend-references ((_ (eql 'context-broker)) identifier)
  (let* ((root (context-broker-root))
         (all (context-broker-xref--resolve root identifier))
         (symbols (seq-take all context-broker-xref--candidates-max))
         (answers (context-broker-xref--await
                   root (mapcar (lambda (symbol)
                                  `("find_references" :limit ,context-broker-xref--limit
                                    :symbol ,(context-broker-xref-address symbol)))
                                symbols)
                   t))
         (items (cl-mapcan (lambda (symbol answer)
                             (context-broker-xref--uses root symbol answer (cdr symbols)))
                           symbols answers))
         (proven (lambda (item)
                   (let ((place (xref-item-location item)))
                     (and (context-broker-xref-location-p place)
                          (not (context-broker-xref-location-doubtful place)))))))
    (append (seq-filter proven items)
            (seq-remove proven items)
            (when (nthcdr (length symbols) all)
              (list (context-broker-xref--note
                     (format "%d more definitions have this name: ask by path#name"
                             (- (length all) (length symbols)))))))))

(defun context-broker-xref--uses (root symbol items several)
  "Return xref items for ITEMS of an answer about SYMBOL of ROOT.
Where SEVERAL are meant, each says which symbol it is a use of."
  (let ((of (if several (concat " of " (context-broker-xref-address symbol)) "")))
    (append
     ;; Before the first title stands the symbol itself.
     (cl-loop for row in (cl-member-if (lambda (item) (and (consp item) (alist-get 'heading item)))
                                       items)
              if (and (consp row) (alist-get 'path row))
              collect (context-broker-xref--item
                       root row (alist-get 'symbol symbol)
                       (concat (let-alist row
                                 (if (member .label (list "" .symbol))
                                     (context-broker-xref--text root row)
                                   .label))
                               of)))
     (context-broker-xref--notes items of))))

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
  ;; JavaScript's modes give M-. to a command of their own, which knows no xref.
  :keymap '(([remap js-find-symbol] . xref-find-definitions)
            ([remap js2-jump-to-definition] . xref-find-definitions))
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
