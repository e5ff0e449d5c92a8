;;; context-broker.el --- Find code by meaning, and work with agents  -*- lexical-binding: t; -*-

;; Copyright (C) 2026 Context Broker contributors

;; Author: Context Broker contributors
;; Version: 0.1.0
;; Package-Requires: ((emacs "28.2"))
;; Keywords: tools, matching, processes
;; URL: https://github.com/context-broker/context-broker
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Asks Context Broker, a program that finds code by meaning and by words on
;; this machine, from Emacs.  M-x context-broker-search is the first command
;; to try; `context-broker-command-map' holds them all.

;;; Code:

(require 'context-broker-mcp)

(provide 'context-broker)
;;; context-broker.el ends here
