;;; context-broker.el --- Find code by meaning, and work with agents  -*- lexical-binding: t; -*-

;; Copyright (C) 2026 Context Broker contributors

;; Author: Context Broker contributors
;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1"))
;; Keywords: tools, matching, processes
;; URL: https://github.com/context-broker/context-broker
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Asks Context Broker, a program that finds code by meaning and by words on
;; this machine, from Emacs.  M-x context-broker-search is the first command
;; to try; `context-broker-command-map' holds them all:
;;
;;   (global-set-key (kbd "C-c b") 'context-broker-command-map)
;;
;; docs/emacs.md is the manual.

;;; Code:

(require 'cl-lib)
(require 'easymenu)
(require 'context-broker-mcp)
(require 'context-broker-results)
(require 'context-broker-saved)

(defconst context-broker--commands
  '(("Search" nil
     ("s" "search" context-broker-search)
     ("q" "question" context-broker-ask)
     ("y" "symbol" context-broker-symbol)
     ("u" "uses of a symbol" context-broker-references)
     ("c" "call graph" context-broker-call-graph)
     ("i" "impact of a change" context-broker-impact)
     ("." "context at point" context-broker-context-at-point)
     ("l" "saved results" context-broker-saved-results)
     ("x" "xref mode" context-broker-xref-mode "context-broker-xref"))
    ("Change" "context-broker-edit"
     ("e r" "rename" context-broker-edit-rename)
     ("e e" "replace body" context-broker-edit-replace)
     ("e b" "insert before" context-broker-edit-insert-before)
     ("e a" "insert after" context-broker-edit-insert-after)
     ("e m" "move" context-broker-edit-move)
     ("e d" "delete" context-broker-edit-delete)
     ("e u" "undo" context-broker-edit-undo))
    ("Review" "context-broker-review"
     ("r" "review the change" context-broker-review)
     ("w" "write a report" context-broker-report)
     ("v" "verify a report" context-broker-verify))
    ("Agents" "context-broker-agent"
     ("a" "start an agent" context-broker-agent-start)
     ("o" "open an agent" context-broker-agent-open)
     ("d" "do a task in a scope" context-broker-do "context-broker-oneshot")
     ("p" "answer a question" context-broker-prompt-answer "context-broker-prompt")
     ("k" "close the server" context-broker-mcp-close)))
  "Groups (NAME LIBRARY . COMMANDS) of (KEY DESCRIPTION COMMAND LIBRARY).")

(pcase-dolist (`(,_ ,library . ,commands) context-broker--commands)
  (pcase-dolist (`(,_ ,_ ,command . ,own) commands)
    ;; What the package's autoloads have declared stays as it is.
    (let ((library (or (car own) library)))
      (when (and library (locate-library library))
        (autoload command library nil t)))))
(autoload 'context-broker-xref-global-mode "context-broker-xref" nil t)

;;;###autoload
(autoload 'context-broker-command-map "context-broker" nil t 'keymap)

(defvar context-broker-command-map
  (let ((map (make-sparse-keymap)))
    (pcase-dolist (`(,_ ,_ . ,commands) context-broker--commands)
      (pcase-dolist (`(,key ,description ,command . ,_) commands)
        ;; which-key shows the description.
        (define-key map (kbd key) (cons description command))))
    (define-key map (kbd "e") (cons "edit" (lookup-key map (kbd "e"))))
    (define-key map (kbd "?") '("menu" . context-broker-menu))
    map)
  "Keymap of the commands of Context Broker: bind it to a prefix.")
(fset 'context-broker-command-map context-broker-command-map)

(easy-menu-define context-broker-tools-menu nil
  "Menu of Context Broker."
  (cons "Context Broker"
        (mapcar
         (pcase-lambda (`(,group ,_ . ,commands))
           (cons group
                 (mapcar (pcase-lambda (`(,_ ,description ,command . ,_))
                           (vector (capitalize description) command))
                         commands)))
         context-broker--commands)))

(easy-menu-add-item nil '("Tools") context-broker-tools-menu)

(defun context-broker--define-transient ()
  "Define `context-broker--transient', where transient is at hand."
  (when (require 'transient nil t)
    (let ((groups
           (mapcar
            (pcase-lambda (`(,group ,_ . ,commands))
              (vconcat (list group)
                       (cl-loop for command in commands
                                if (fboundp (nth 2 command))
                                collect (cl-subseq command 0 3))))
            context-broker--commands)))
      ;; Two groups beside each other: all of them fit a terminal of 24 lines.
      (eval `(transient-define-prefix context-broker--transient ()
               "Commands of Context Broker."
               ,@(mapcar #'vconcat (seq-partition groups 2)))
            t))))

;;;###autoload
(defun context-broker-menu ()
  "Offer the commands of Context Broker: by transient if Emacs has it.
Otherwise show the keys of `context-broker-command-map', and read one."
  (interactive)
  (if (or (fboundp 'context-broker--transient)
          (context-broker--define-transient))
      (call-interactively 'context-broker--transient)
    (set-transient-map context-broker-command-map)
    (message "%s" (context-broker--keys))))

(defun context-broker--keys ()
  "Return the keys of `context-broker-command-map' with what they do."
  (mapconcat (pcase-lambda (`(,group ,_ . ,commands))
               (concat (propertize group 'face 'bold) ": "
                       (mapconcat
                        (pcase-lambda (`(,key ,description . ,_))
                          (concat (propertize key 'face 'help-key-binding)
                                  " " description))
                        commands "  ")))
             context-broker--commands "\n"))

(provide 'context-broker)
;;; context-broker.el ends here
