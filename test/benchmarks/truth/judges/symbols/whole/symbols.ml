(* The definitions of OCaml files by the compiler's own parser. argv: a file that lists absolute paths. stdout: as typescript.mjs. *)
open Parsetree

let found : string list ref = ref []
let in_interface = ref false

let add (name : string Location.loc) kind (whole : Location.t) =
  let kind = if kind = "function" && !in_interface then "method" else kind in
  let line (at : Lexing.position) = at.pos_lnum in
  found :=
    Printf.sprintf "[\"%s\",%d,\"%s\",false,%d,%d]"
      (String.concat "\\\\" (String.split_on_char '\\' name.txt))
      (line name.loc.loc_start) kind (line whole.loc_start) (line whole.loc_end)
    :: !found

(* The names of a pattern: the first stands for the whole binding, each other one for itself. *)
let bound { pvb_pat; pvb_expr; pvb_loc; _ } =
  let names = ref [] in
  let pat (self : Ast_iterator.iterator) one =
    (match one.ppat_desc with Ppat_var name | Ppat_alias (_, name) -> names := name :: !names | _ -> ());
    Ast_iterator.default_iterator.pat self one
  in
  let iterator = { Ast_iterator.default_iterator with pat } in
  iterator.pat iterator pvb_pat;
  let rec is_function one =
    match one.pexp_desc with Pexp_function _ -> true | Pexp_newtype (_, inner) -> is_function inner | _ -> false
  in
  let kind = if is_function pvb_expr then "function" else "variable" in
  let by_place (a : string Location.loc) (b : string Location.loc) = compare a.loc.loc_start.pos_cnum b.loc.loc_start.pos_cnum in
  List.sort by_place !names |> List.iteri (fun at (name : string Location.loc) -> add name kind (if at = 0 then pvb_loc else name.loc))

let path (name : Longident.t Location.loc) = { name with txt = String.concat "." (Longident.flatten name.txt) }
let rec takes type_ = match type_.ptyp_desc with Ptyp_arrow _ -> true | Ptyp_poly (_, inner) -> takes inner | _ -> false
let module_ (name : string option Location.loc) whole = Option.iter (fun txt -> add { name with txt } "module" whole) name.txt

let under interface visit =
  let before = !in_interface in
  in_interface := interface;
  visit ();
  in_interface := before

let iterator =
  let default = Ast_iterator.default_iterator in
  let structure_item self one =
    (match one.pstr_desc with Pstr_value (_, bindings) -> List.iter bound bindings | _ -> ());
    default.structure_item self one
  in
  let value_description _ one = add one.pval_name (if takes one.pval_type || one.pval_prim <> [] then "function" else "variable") one.pval_loc in
  let type_declaration _ one = add one.ptype_name "type" one.ptype_loc in
  let type_extension _ one = add (path one.ptyext_path) "type" one.ptyext_loc in
  let type_exception _ one = add one.ptyexn_constructor.pext_name "type" one.ptyexn_loc in
  let module_binding self one = module_ one.pmb_name one.pmb_loc; under false (fun () -> default.module_binding self one) in
  let module_declaration self one = module_ one.pmd_name one.pmd_loc; under false (fun () -> default.module_declaration self one) in
  let module_substitution _ one = add one.pms_name "module" one.pms_loc in
  let module_type_declaration self one =
    add one.pmtd_name "interface" one.pmtd_loc;
    under true (fun () -> default.module_type_declaration self one)
  in
  let class_declaration self one = add one.pci_name "class" one.pci_loc; default.class_declaration self one in
  let class_description self one = add one.pci_name "class" one.pci_loc; default.class_description self one in
  let class_type_declaration self one = add one.pci_name "interface" one.pci_loc; default.class_type_declaration self one in
  let class_field _ one = match one.pcf_desc with Pcf_method (name, _, _) -> add name "method" one.pcf_loc | _ -> () in
  let class_type_field _ one = match one.pctf_desc with Pctf_method (name, _, _, _) -> add name "method" one.pctf_loc | _ -> () in
  (* What an expression, a type or an extension holds is not seen outside. *)
  let hidden _ _ = () in
  { default with structure_item; value_description; type_declaration; type_extension; type_exception; module_binding;
    module_declaration; module_substitution; module_type_declaration; class_declaration; class_description;
    class_type_declaration; class_field; class_type_field; expr = hidden; typ = hidden; extension = hidden; attribute = hidden;
    with_constraint = hidden }

let symbols_of path =
  found := [];
  let text = In_channel.with_open_bin path In_channel.input_all in
  let lexbuf = Lexing.from_string text in
  match
    if Filename.check_suffix path "i" then iterator.signature iterator (Parse.interface lexbuf)
    else iterator.structure iterator (Parse.implementation lexbuf)
  with
  | () -> "[" ^ String.concat "," (List.rev !found) ^ "]"
  | exception (Syntaxerr.Error _ | Lexer.Error _) -> "null"

let () =
  In_channel.with_open_bin Sys.argv.(1) In_channel.input_all
  |> String.split_on_char '\n'
  |> List.filter (( <> ) "")
  |> List.iter (fun path -> Printf.printf "{\"path\":\"%s\",\"symbols\":%s}\n" path (symbols_of path))
