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
(require 'context-broker-mcp)
(require 'context-broker-results)
(require 'context-broker-saved)
(require 'transient)

(eval-and-compile
  (defconst context-broker--commands
    '(("Search" "context-broker-results"
       ("s" "search" context-broker-search)
       ("q" "question" context-broker-ask)
       ("y" "symbol" context-broker-symbol)
       ("u" "uses of a symbol" context-broker-references)
       ("c" "call graph" context-broker-call-graph)
       ("i" "impact of a change" context-broker-impact)
       ("." "context at point" context-broker-context-at-point)
       ("l" "saved results" context-broker-saved-results "context-broker-saved")
       ("x" "xref mode" context-broker-xref-mode "context-broker-xref"))
      ("Change" "context-broker-edit"
       ("e r" "rename" context-broker-edit-rename)
       ("e e" "replace body" context-broker-edit-replace)
       ("e i" "insert beside" context-broker-edit-insert)
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
    "Groups (NAME LIBRARY . COMMANDS) of (KEY DESCRIPTION COMMAND LIBRARY)."))

(pcase-dolist (`(,_ ,library . ,commands) context-broker--commands)
  (pcase-dolist (`(,_ ,_ ,command ,own) commands)
    (autoload command (or own library) nil t)))
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

(defmacro context-broker--define-menu ()
  "Define `context-broker-menu' by `context-broker--commands'."
  `(transient-define-prefix context-broker-menu ()
     "Offer the commands of Context Broker."
     ;; Two groups beside each other: all of them fit a terminal of 24 lines.
     ,@(cl-loop for (one two) on context-broker--commands by #'cddr
                collect (cl-flet ((group (of) (vconcat (list (car of))
                                                       (mapcar (lambda (one) (seq-take one 3))
                                                               (cddr of)))))
                          (vector (group one) (group two))))))

;;;###autoload (autoload 'context-broker-menu "context-broker" nil t)
(context-broker--define-menu)

(provide 'context-broker)
;;; context-broker.el ends here
