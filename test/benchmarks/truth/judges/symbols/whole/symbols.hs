-- The definitions of Haskell files by GHC's own parser. argv: a file that lists absolute paths. stdout: as typescript.mjs.
import Data.List (find, intercalate, isInfixOf, isPrefixOf, tails)
import GHC.Data.Bag (bagToList)
import qualified GHC.Data.EnumSet as EnumSet
import GHC.Data.FastString (mkFastString)
import GHC.Data.StringBuffer (stringToStringBuffer)
import GHC.Driver.Session (flagSpecFlag, flagSpecName, impliedXFlags, languageExtensions, xFlags)
import GHC.Hs
import GHC.LanguageExtensions (Extension)
import GHC.Parser (parseModule)
import GHC.Parser.Lexer
import GHC.Types.Name.Occurrence (occNameString)
import GHC.Types.Name.Reader (RdrName, rdrNameOcc)
import GHC.Types.SrcLoc
import GHC.Unit.Types (mainUnitId)
import System.Environment (getArgs)

-- Name, line of the name, kind, first and last line.
data Symbol = Symbol String Int String Int Int

main :: IO ()
main = do
  [list] <- getArgs
  paths <- lines <$> readFile list
  mapM_ (\path -> readFile path >>= putStrLn . told path) (filter (not . null) paths)

told :: FilePath -> String -> String
told path text = "{\"path\":" ++ show path ++ ",\"symbols\":" ++ maybe "null" json (symbolsOf path text) ++ "}"
  where
    json found = "[" ++ intercalate "," (map one found) ++ "]"
    one (Symbol name line kind first end) =
      "[\"" ++ concatMap escaped name ++ "\"," ++ show line ++ ",\"" ++ kind ++ "\",false," ++ show first ++ "," ++ show end ++ "]"
    escaped letter = if letter `elem` "\"\\" then ['\\', letter] else [letter]

symbolsOf :: FilePath -> String -> Maybe [Symbol]
symbolsOf path text =
  case unP parseModule (mkPStatePure flags (stringToStringBuffer text) (mkRealSrcLoc (mkFastString path) 1 1)) of
    POk _ (L _ tree) -> Just (joined "function" (concatMap declared (hsmodDecls tree)))
    PFailed _ -> Nothing
  where
    flags = mkParserFlags' EnumSet.empty (EnumSet.fromList (extensions text)) mainUnitId False False True True

-- Those of GHC2021, those that the file names, and what they bring with them.
extensions :: String -> [Extension]
extensions text = languageExtensions Nothing ++ concatMap named (words usual ++ pragmas)
  where
    pragmas = concat [words (map apart (takeWhile (/= '#') rest)) | '{' : '-' : '#' : rest <- tails text, "LANGUAGE" `isInfixOf` takeWhile (/= '\n') rest]
    apart letter = if letter == ',' then ' ' else letter
    named name = case find ((== name) . flagSpecName) xFlags of
      Nothing -> []
      Just spec -> flagSpecFlag spec : [implied | (flag, True, implied) <- impliedXFlags, flag == flagSpecFlag spec]
    usual =
      "BangPatterns BinaryLiterals ConstrainedClassMethods ConstraintKinds DeriveAnyClass DerivingStrategies DerivingVia \
      \EmptyCase ExistentialQuantification ExplicitForAll GADTSyntax HexFloatLiterals ImportQualifiedPost KindSignatures \
      \MultiParamTypeClasses NamedFieldPuns NumericUnderscores PatternSynonyms RankNTypes ScopedTypeVariables \
      \StandaloneDeriving StandaloneKindSignatures TupleSections TypeApplications TypeFamilies TypeOperators"

-- A signature and what follows it under the same name are one definition, and so are the equations of a function. A fixity
-- right above belongs to it.
joined :: String -> [Symbol] -> [Symbol]
joined equations (Symbol name line kind first end : rest) = case rest of
  Symbol again at other begin to : more
    | kind == "fixity" && begin == end + 1 -> joined equations (Symbol again at other first to : more)
    | name == again && (kind == "signature" || kind == equations && kind == other) -> joined equations (Symbol name line other first to : more)
  _ | kind == "fixity" -> joined equations rest
  _ -> Symbol name line (if kind == "signature" then "type" else kind) first end : joined equations rest
joined _ [] = []

symbol :: Located a -> String -> Located RdrName -> Symbol
symbol whole kind name = Symbol (nameOf name) (firstLine name) kind (firstLine whole) (lastLine whole)

nameOf :: Located RdrName -> String
nameOf = occNameString . rdrNameOcc . unLoc

firstLine, lastLine :: Located a -> Int
firstLine (L (RealSrcSpan at _) _) = srcSpanStartLine at
firstLine _ = 0
lastLine (L (RealSrcSpan at _) _) = srcSpanEndLine at
lastLine _ = 0

declared :: LHsDecl GhcPs -> [Symbol]
declared whole@(L at node) = case node of
  ValD _ bind -> bound "function" (L at bind)
  -- One of several names says nothing of where they are.
  SigD _ (TypeSig _ [name] _) -> [symbol whole "function" name]
  SigD _ (PatSynSig _ [name] _) -> [symbol whole "function" name]
  SigD _ (FixSig _ (FixitySig _ (name : _) _)) -> [symbol whole "fixity" name]
  ForD _ foreign_ -> [symbol whole "function" (fd_name foreign_)]
  KindSigD _ (StandaloneKindSig _ name _) -> [symbol whole "signature" name]
  TyClD _ ClassDecl {tcdLName = name, tcdSigs = sigs, tcdMeths = methods, tcdATs = families} ->
    symbol whole "interface" name
      : joined
        "method"
        ( inOrder $
            [symbol one "type" (fdLName family) | one@(L _ family) <- families]
              ++ concat [several one "method" names | one@(L _ (ClassOpSig _ False names _)) <- sigs]
              ++ concatMap (bound "method") (bagToList methods)
        )
  TyClD _ FamDecl {tcdFam = family} -> [symbol whole "type" (fdLName family)]
  TyClD _ one -> [symbol whole "type" (tcdLName one)]
  InstD _ DataFamInstD {dfid_inst = DataFamInstDecl family} -> [symbol whole "type" (feqn_tycon (hsib_body family))]
  InstD _ ClsInstD {cid_inst = ClsInstDecl {cid_binds = methods, cid_sigs = sigs, cid_datafam_insts = families}} ->
    joined "method" . inOrder $
      concatMap (bound "method") (bagToList methods)
        ++ concat [several one "method" names | one@(L _ (TypeSig _ names _)) <- sigs]
        ++ [symbol one "type" (feqn_tycon (hsib_body family)) | one@(L _ (DataFamInstDecl family)) <- families]
  _ -> []

several :: Located a -> String -> [Located RdrName] -> [Symbol]
several whole kind (first : rest) = symbol whole kind first : [symbol one kind one | one <- rest]
several _ _ [] = []

bound :: String -> LHsBind GhcPs -> [Symbol]
bound kind whole@(L _ one) = case one of
  FunBind {fun_id = name} -> [symbol whole kind name]
  PatBind {pat_lhs = pattern_} -> several whole kind (variables pattern_)
  PatSynBind _ PSB {psb_id = name} -> [symbol whole kind name]
  _ -> []

variables :: LPat GhcPs -> [Located RdrName]
variables (L _ one) = case one of
  VarPat _ name -> [name]
  AsPat _ name inner -> name : variables inner
  TuplePat _ inner _ -> concatMap variables inner
  ListPat _ inner -> concatMap variables inner
  ParPat _ inner -> variables inner
  BangPat _ inner -> variables inner
  LazyPat _ inner -> variables inner
  SigPat _ inner _ -> variables inner
  ConPat _ _ details -> concatMap variables (hsConPatArgs details)
  _ -> []

inOrder :: [Symbol] -> [Symbol]
inOrder [] = []
inOrder (one@(Symbol _ line _ _ _) : rest) = inOrder [other | other <- rest, at other < line] ++ [one] ++ inOrder [other | other <- rest, at other >= line]
  where
    at (Symbol _ other _ _ _) = other
