// Method names of Ruby's standard library, four letters or more: public ones of every class and module that Ruby 3.1 and the
// libraries below bring, and what test frameworks are mostly asked by. Data, made once.
//
// set json time date pathname uri net/http logger stringio erb fileutils tempfile tmpdir optparse open3 digest securerandom
// forwardable delegate singleton observer ostruct timeout monitor socket csv yaml strscan bigdecimal benchmark zlib openssl etc
// ripper shellwords tsort base64 cgi open-uri resolv ipaddr pstore drb readline

export const RUBY_MEMBERS = `
abbrev abort abort_on_exception abs2 absolute absolute? absolute_path absolute_path? accept accept_charset accept_encoding
accept_language accept_loop accept_nonblock acos acosh active? add_additional add_answer add_attribute add_authority
add_banner add_builtin_type add_cert add_certid add_certificate add_converter add_crl add_data add_dialog_proc
add_dictionary add_domain_type add_entry add_extension add_field add_file add_insert_cmd add_nonce add_observer
add_officious add_path add_protocol add_put_cmd add_question add_recipient add_revoked add_row add_signer add_status
add_tag add_trace_func additional additional_certs additional_message addr address adler adler32 adler32_combine advise
afamily algorithm alias alias_method aliases align alignment alive? all_symbols allbits? allocate allocate_request_id
allocation_class_path allocation_generation allocation_method_id allocation_sourcefile allocation_sourceline allow
allow_nan? allow_reentry allowed_digests alphanumeric alpn_protocol alpn_protocols alpn_select_cb altitude ambiguous_width
amjd ancestors angle answer anybits? append append_features args argv argv0 arity array_nl as_json ascend
ascii_compatible? ascii_only? asciicompat_encoding asctime asin asinh asn1_flag assert assert_equal assign_names assoc
at_exit atan atan2 atanh atime attr attr_accessor attr_reader attr_writer attributes atype auth_tag auth_type
authenticated? authority authority_key_identifier auto_compact auto_indent_proc auto_load autoclose? autocompletion
autoload autoload? avail_in avail_out backtrace backtrace_locations banner base base64 base64digest base64digest!
base_label base_uri basename basic basic_auth basic_quote_characters basic_word_break_characters beep begin
beginning_of_line? benchmark between? big_decimal bind bind_call bind_function bind_random_port binding binmode binmode?
binread binwrite birthtime bit_length bit_set? bitmap blksize block block_given? block_length block_size blockdev?
blocking? blocks bmbm body body_exist? body_permitted? body_stream bool break break? break_outmost_groups breakable
breakables broadaddr broadcast bsearch bsearch_index buffer_initial_length buffer_open build build2 builtin_curves by_col
by_col! by_col_or_row by_col_or_row! by_row by_row! byte byte_size bytes bytesize byteslice ca_certs ca_file
ca_issuer_uris ca_path cache_control calculate_width call call_free callee_id caller caller_locations candidate canonical
canonical_each canonname capitalize capitalize! capture2 capture2e capture3 captures casecmp casecmp? casefold? catch
cause cbrt ceil center cert cert_requested? cert_status cert_store certid certificate certificates chain challenge
change_privilege changed changed? char chardev? charpos chars charset chdir check check_circular? check_inspect_key
check_key check_nonce check_options check_password check_private_key check_until check_user check_userinfo check_validity
check_winsize_changed children chmod chmod_R chomp chomp! chop chop! chown chown_R chroot chunk chunk_while chunked?
cipher ciphers civil clamp class class! class_eval class_exec class_loader class_variable_defined? class_variable_get
class_variable_set class_variables classify cleanpath cleanup clear clear_bit! clear_screen cleared? client_ca
client_cert_cb clock_getres clock_gettime clone clone! close close! close_enabled? close_incoming close_on_empty_response
close_on_exec? close_outgoing close_read close_write closed? closed_read? closed_write? cmp_issuer cmsg_is? code code_type
codepoints coerce cofactor col_sep collect collect! collect_concat collect_method column column_separator combination
combined_char comma_breakable commands comment commercial commit compact compact! compare? compare_by_identity
compare_by_identity? compare_file compare_stream compatible? compile compile_content compile_etag compile_stag complete
completer_quote_characters completer_word_break_characters completion_append_character completion_case_fold
completion_proc completion_quote_character complex component component_ary compsys compute_key concat config configure
confstr conj conjugate connect connect_address connect_from connect_internal connect_nonblock connect_to connection_close?
connection_keep_alive? console console_mode const_defined? const_get const_missing const_set const_source_location
constants content_encoding content_length content_range content_type content_type_parse context continue_timeout conv
convert converters convpath cooked cooked! cookies coordinates copy copy_entry copy_file copy_metadata copy_nonce
copy_stream core coredump? cosh count count_imemo_objects count_nodes count_objects count_objects_size count_observers
count_symbols count_tdata_objects cover? cp_lr cp_r crc32 crc32_combine crc_table create create_body create_ext
create_ext_from_array create_ext_from_hash create_ext_from_string create_extension create_fast_state create_id
create_pretty_state create_timestamp create_value critical? crl_uris crls crypt cstime ctime ctype current current_cert
current_crl current_group current_scheduler current_server curry curses_dl curses_dl_files cursor cursor_down cursor_left
cursor_pos cursor_right cursor_up curve_name cutime cwday cweek cwyear cycle daemon data data_type date date_time
datetime_format day_fraction debug debug! debug? debug_output decode decode64 decode_all decode_content decode_rdata
decode_www_form decode_www_form_component deconstruct deconstruct_keys decrypt dedent_string deep_const_get def_class
def_delegator def_delegators def_erb_method def_head_option def_instance_delegator def_instance_delegators def_method
def_module def_option def_single_delegator def_single_delegators def_tail_option default default_acl default_argc_limit
default_argv default_config_hash default_external default_id_conv default_internal default_load_limit default_policy_id
default_port default_proc define define_finalizer define_head define_method define_singleton_method
define_singleton_method! define_tail defined_class deflate degree delegate delegating_block delete delete! delete?
delete_at delete_field delete_field! delete_if delete_observer delete_observers delete_prefix delete_prefix! delete_suffix
delete_suffix! delete_text deliver denominator deprecate_constant deprep depth dereference? derive desc descend describe
destination_encoding destination_encoding_name detach detached detached? detect dev_major dev_minor dh_compute_key
dialog_proc difference dig_perfect_match_proc digest digest! digest_length digits directory? dirname disable disable_close
disjoint? dispatch_cache display display! divide divmod dlload dlopen dlunwrap dlwrap dmp1 dmq1 do_not_reverse_lookup
domain domain_types door? double_fig downcase downcase! downto drop drop_while dsa_sign_asn1 dsa_verify_asn1 dstaddr
dummy? dump dump_all dump_default_options dump_stream dump_tags each each_additional each_address each_answer
each_authority each_byte each_capitalized each_capitalized_name each_char each_child each_codepoint each_cons each_entry
each_filename each_grapheme_cluster each_header each_index each_key each_line each_list_item each_message_chunk each_name
each_object each_option each_pair each_pair! each_question each_resource each_slice each_strongly_connected_component
each_strongly_connected_component_from each_value each_with_index each_with_object eager echo? ed_transpose_words egid
em_backward_word em_big_backward_word em_forward_word em_forward_word_with_capitalization emacs_editing_mode
emacs_editing_mode? emailbx empty empty? enable enable_close enable_fallback_scsv enabled? enc_key enclose enclosed?
encode encode! encode64 encode_rdata encode_with encode_with! encode_www_form encode_www_form_component encoding
encoding_system_needs encrypt end_document end_mapping end_sequence end_stream end_with? ended? endgrent endpwent england
enter entity entity_class entries enum_for enum_for! environment eql equal? erase_after_cursor erase_line erase_screen
erfc errno error error! error? error_bytes error_char error_depth error_message error_string error_type errors escape
escapeElement escapeHTML escapeURIComponent escape_element escape_for_print escape_html escape_slash escape_slash? etags
euid eval eval_script even? event event_location except exception exception_type exchange exclude_end? exec executable?
executable_real? exist? exists? exit exit! exit_value exited? exitstatus expand expand_hexstring expand_pair expand_path
expand_value expect expire expires explicit_trim_line exponent export extend extend! extend_object extended extensions
extern external? external_encoding extname extra_chain_cert extract extract_resources fail failure_info family
family_addrinfo fast_generate fast_unparse fatal fatal! fatal? fcntl fdatasync fdiv feed fetch fetch_resource fetch_server
fetch_values field field? field_row? field_size_limit fields file file? file_name filename filename_quote_characters
fileno files fill fill_breakable filter filter! filter_backtrace filter_map final find find_all find_extension find_index
find_proxy find_response finish finish_pasting finished finished? finished_message finite? fips_mode fire_update! first
first? fixed_anchor? fixed_encoding? fixed_length_secure_compare flags flat_map flatten flatten! flatten_merge flock floor
flush flush_next_in flush_next_out flush_sessions fnmatch fnmatch? for_fd force force_encoding force_quotes? foreach fork
format formatter frac fragment free free_request_id freed? freeze freeze! frexp friday? from from_hash from_name
from_state from_time front frozen? fsync ftype full_message gamma garbage_collect gateway_interface gcdlcm gecos
gen_random gen_time generate generate_candidates generate_key generate_key! generate_line generate_parameters
generate_prime generate_timeouts generator genspace get2 get_byte get_bytes get_candidates get_class get_encoding
get_fields get_flags get_label get_labels get_length16 get_mbchar_byte_size_by_first_char get_mbchar_width get_name
get_next_mbchar_size get_option get_prev_mbchar_size get_print get_question get_response get_rr get_screen_size get_string
get_string_list get_unpack get_value getaddress getaddresses getaddrinfo getbyte getc getch getegid geteuid getgid getgm
getgrent getgrgid getgrnam gethostbyaddr gethostbyname gethostname getifaddrs getlocal getlogin getname getnameinfo
getnames getopts getpass getpeereid getpeername getpgid getpgrp getpriority getpwent getpwnam getpwuid getresource
getresources getrlimit gets getservbyname getservbyport getservername getsid getsockname getsockopt getuid getutc getwd
glob global_variables gmt_offset gmtime gmtoff goto goto_column grant_privilege grapheme_clusters gregorian gregorian?
gregorian_leap? grep grep_v group group_by group_queue group_sub groups grpowned? gsub gsub! guard_inspect_key guess
gunzip gzip handle_interrupt handler handlers has_key? has_value? hash hash! hash_algorithm hash_old have_option? head
head2 header header? header_convert header_converters header_row? headers help here? hexdigest hexdigest! hexdump
hexencode hierarchical? hkdf home host hostname hour hprecision html_escape hton http_default_port http_header
http_version httpdate httponly https_default_port hypot iconv id2name id_for identical? ifindex iflush ignore_deadlock
imag imaginary implicit import_function import_symbol import_value in_pasting? include include? included included_modules
incompatible_argument_styles incomplete_input? indefinite_length indent indentation index infinite? infinite_length
infinity? inflate inflate_adapter info info! info? init init_with init_with! initgroups initialize initialize_clone
initialize_copy initialize_dup initialize_http_header inject inplace_mode input insert insert_cmd insert_output
insert_text inspect inspect! inspect_sockaddr install install_acl install_id_conv instance instance_delegate
instance_double instance_eval instance_eval! instance_exec instance_exec! instance_method instance_methods instance_of?
instance_variable_defined? instance_variable_get instance_variable_get! instance_variable_set instance_variable_set!
instance_variables instance_variables! instruction_sequence integer? intern internal? internal_class_of internal_encoding
internal_object_id internal_super_of interpret_loosely intersect? intersection invert invert! ioctl ioflush ip6_arpa
ip6_int ip_address ip_address_list ip_pktinfo ip_port ip_unpack ipaddr ipv4? ipv4_compat ipv4_compat? ipv4_loopback?
ipv4_mapped ipv4_mapped? ipv4_multicast? ipv4_multicast_loop ipv4_multicast_ttl ipv4_private? ipv6? ipv6_linklocal?
ipv6_loopback? ipv6_mc_global? ipv6_mc_linklocal? ipv6_mc_nodelocal? ipv6_mc_orglocal? ipv6_mc_sitelocal? ipv6_multicast?
ipv6_pktinfo ipv6_pktinfo_addr ipv6_pktinfo_ifindex ipv6_sitelocal? ipv6_to_ipv4 ipv6_unique_local? ipv6_unspecified?
ipv6_v4compat? ipv6_v4mapped? ipv6only! iqmp is_a? is_erb_stag? is_version_1_1? is_version_1_2? isatty isdst iso8601
issetugid issuer issuer_certificate issuer_key_hash issuer_name_hash italy item item_size iterator? itself itself! iv_len
jisx0301 join json_creatable? json_create julian julian? julian_leap? keep_alive_timeout keep_back keep_drop keep_end
keep_if keep_start key_len keys keyword_init? kill kind_of? label lambda lambda? last last_error last_incremental_search
last_match last_modified last_status last_update latest_compact_info latest_gc_info latitude lazy lazy_initialize lchmod
lchown ldexp leap? length level lex_state_name lgamma liberal_parsing? libyaml_version limit line line_buffer line_editor
line_number line_stub line_width lineno lines linger link link_entry link_local? list listen ljust ln_s ln_sf load
load_default_options load_file load_file! load_random_file load_stream load_tags local local_address local_host local_port
local_variable_defined? local_variable_get local_variable_set local_variables locale_charmap localtime lock locked locked?
log10 log2 long long_name longitude loop loopback? lshift! lstat lstat! lstrip lstrip! lutime magnitude main main_type
make_affine! make_compiler make_components_hash make_config make_link make_pool make_regexp make_scanner make_shareable
make_switch make_symlink make_tcp_requester make_udp_requester makedirs malloc mapped? mark marshal_dump marshal_dump!
marshal_load mask mask! mask_bits! match match? match_length match_nonswitch? matched matched? matched_size matchee max_by
max_nesting max_retries max_version maxgroups maxwidth mcall mday measure measure_total_time member? members memberwise
memsize_of memsize_of_all merge merge! message message_imprint meta meta_add_field meta_add_field2 meta_setup_encoding
metas method method! method_added method_defined? method_id method_missing method_removed method_undefined methods
methods! min_by min_version minimum minmax minmax_by minute mkcol mkdir mkdir_p mkfifo mkpath mktime mktmpdir mname
mod_add mod_exp mod_inverse mod_mul mod_sqr mod_sub mode module_eval module_exec module_function modulo mon_check_owner
mon_enter mon_exit mon_locked? mon_owned? mon_synchronize mon_try_enter monday? month mountpoint? move move_cursor_column
move_cursor_down move_cursor_up mtime mult multipart? must_C_version mutex n_significant_digits name name_list
named_captures names nameserver_port native native_thread_id ndim need_gvl? negative? negotiate nest nesting netmask new2
new_cond new_ntoh new_offset new_seed new_start new_with new_with_uri newline newobj next next! next_day next_float
next_month next_rotate_time next_update next_values next_year nlink nobits? node_for noecho nonblock nonblock? nonce none?
nonzero? normalize normalize! not_after not_before notify_observers npn_protocol npn_protocols npn_select_cb nprocessors
nread nsec ntop null? num_bits num_bytes num_waiting numerator object object_address_group object_group object_id
object_id! object_nl ocsp_uris offset offsetof oflush on_curve? on_head on_tail once_writer opaque opcode open open_http
open_loop open_server open_server_inaddr_any open_timeout open_uri opendir options options_of optname order order!
ordering ordinal orientation orig_name origin original_name os_code output output_modifier_proc owned? owner pack
pack_sockaddr_in pack_sockaddr_un pair parameters params params_ok? parent parse parse! parse_config parse_csv parse_ctype
parse_file parse_int parse_line parse_openssl parse_option_string parse_resolv_conf parse_rfc2253 parse_signature
parse_stream parse_struct_signature parse_time parse_uri parser partition pass passwd password patch path path_info
path_translated pathconf pattern pause pbkdf2_hmac pbkdf2_hmac_sha1 peek peek_result peek_values peep peer_cert
peer_cert_chain peer_finished_message peeraddr pending pending_interrupt? percent percent_line permutation permute
permute! pfamily phase pipe pipe? pipeline pipeline_r pipeline_rw pipeline_start pipeline_w pkcs5_keyivgen
platform_support point point_conversion_form pointer polar policy_id pop_inspect_key popen popen2 popen2e popen3 port
positive? post post2 post_cmd post_connection_check post_form post_match postorder_traverse postposing power pp_hash
pp_object ppid pragma pre_cmd pre_input_hook pre_match pread precision precision_scale precs pred preference prefix
preorder_traverse prep prepare_backtrace prepare_trim_mode prepend prepend_features prepended preposing pressed? pretty
pretty_generate pretty_inspect pretty_print pretty_print_cycle pretty_print_inspect pretty_print_instance_variables
pretty_unparse prev_day prev_float prev_month prev_year previous_period_end primary_server prime? prime_fasttest?
primitive_convert primitive_errinfo print printf priority priv_key private private? private_call? private_class_method
private_constant private_decrypt private_encrypt private_instance_methods private_key private_key? private_method_defined?
private_methods private_methods! private_module_function private_to_der private_to_pem problem proc produce product
progname program_name prompt_proc proper_subset? proper_superset? propfind proppatch protected protected?
protected_instance_methods protected_method_defined? protected_methods protected_methods! protocol protocol_param proxy?
proxy_address proxy_basic_auth proxy_class? proxy_from_env? proxy_pass proxy_port proxy_uri proxy_user proxyaddr proxyport
prune pseudo_rand pseudo_rand_range psych_omap psych_set pub_key public public? public_api public_class_method
public_constant public_decrypt public_encrypt public_instance_method public_instance_methods public_key public_key?
public_method public_method! public_method_defined? public_methods public_methods! public_send public_send! public_to_der
public_to_pem push push_inspect_key put2 put_bytes put_cmd put_label put_labels put_length16 put_name put_pack put_string
put_string_list putback putc puts pwrite query query_string question quiet quiet? quote quote_char quote_character
quoting_detection_proc racc_runtime_type ractor raise raised_exception rand rand_range random random_add random_bytes
random_iv random_key random_number range range_length rassoc rational rationalize raw_cookie raw_cookie2 raw_data rcode
rdev rdev_major rdev_minor re_exchange re_exchangeable? reachable_objects_from reachable_objects_from_root read read_all
read_body read_header read_new read_nonblock read_smime read_timeout readable? readable_real? readagain_bytes readbyte
readchar reading_body readline readlines readlink readmultiline readonly? readpartial readuntil ready? real real?
realdirpath realloc realpath realtime reason receive receive_if receiver recipients recover rect rectangular recurse_proc
recv recv_io recv_nonblock recv_reply recvfrom recvfrom_nonblock recvmsg recvmsg_nonblock redirectable? redisplay reduce
referer refine refresh refresh_line refute regexp regist_scanner regist_server register register_scanner register_scheme
registry rehash reject reject! relative? relative_path_from release remainder remote_addr remote_address remote_host
remote_ident remote_user remove remove_class_variable remove_const remove_dir remove_dir1 remove_entry remove_entry_secure
remove_file remove_instance_variable remove_instance_variable! remove_method remove_server remove_type rename
renegotiation_cb reopen repeated_combination repeated_permutation replace replace_resolvers replacement replicate reply
report report_on_exception represent_map represent_object represent_scalar represent_seq request request_body_permitted?
request_get request_head request_method request_post request_put request_uri require require_exact require_relative reset
reset_stats! resize resolv resolve_feature_path respond_to? respond_to_missing? response response_body_permitted?
responses rest rest? rest_size restore restsize result result_with_hash resume retry return_headers? return_value reverse
reverse! reverse_each revocation_reason revocation_time revoked rewind rfc1123_date rfc2822 rfc3339 rfc822 rindex rjust
rm_f rm_r rm_rf rmailbx rmdir rmtree rname root root? roots rotate rotate! round route_from route_to row_sep row_separator
rpartition rshift! rstrip rstrip! ruby ruby2_keywords ruby2_keywords_hash ruby2_keywords_hash? running? runtime_stats
safe_dump safe_load safe_load_file safe_unlink sample saturday? save_exception_mode save_limit save_rounding_mode scalar
scale scan scan_all scan_full scan_line scan_open_optional_arguments scan_until schedule scheduler scheme scheme_list
scope script script_name scroll_backward scroll_down scroll_forward scrub scrub! scrypt search search_convpath search_full
sec_fraction second second_fraction sections secure secure_compare security_level seed seek select select! self send send!
send_io send_request sender sender_for sendmsg sendmsg_nonblock separator seplist serial serial_number server_name
server_port server_protocol server_software servername_cb session session_add session_cache_mode session_cache_size
session_cache_stats session_get_cb session_id_context session_new_cb session_remove session_remove_cb session_reused?
set_attributes set_backtrace set_banner set_bit! set_body_internal set_content_type set_crt_params set_ctypes
set_debug_output set_default_key_bindings set_default_paths set_dictionary set_dn set_encoding set_encoding_by_bom
set_eoutvar set_error set_extensions set_factors set_filter set_flags set_form set_form_data set_generator set_headers
set_host set_key set_opaque set_option set_options set_params set_password set_path set_port set_pqg set_program_name
set_range set_registry set_scheduler set_scheme set_scope set_screen_size set_string set_summary_indent set_summary_width
set_to set_to_infinity! set_trace_func set_typecode set_user set_userinfo set_value set_winch_handler setbyte setegid
seteuid setgid setgid? setgrent setpgid setpgrp setpriority setproctitle setpwent setregid setresgid setresuid setreuid
setrgid setrlimit setruid setsid setsockopt setuid setuid? setup sev_threshold sexp sexp_raw shape shareable?
sharing_detection shell shellescape shelljoin shellsplit shellwords shift short short_name should shuffle shuffle!
shutdown sid_available? sign sign_pss sign_raw signal signaled? signame signature_algorithm signed? signed_time
signed_value signers signm signo simulate_oom! single? single_delegate singleline_format singleline_pp singleton_class
singleton_class! singleton_class? singleton_method singleton_method! singleton_method_added singleton_methods
singleton_methods! sinh size size? sizeof skip skip_blanks? skip_lines skip_until sleep slice slice! slice_after
slice_before slice_when sockaddr_in sockaddr_un socket? socket_type socketpair socktype sort sort! sort_by sort_by! source
source_encoding source_encoding_name source_location source_text space space_before spawn special_prefixes split
split_by_width sprintf sqrt squeeze squeeze! srand ssize ssl_timeout ssl_version stag stags start start_document
start_immediately start_mapping start_pasting start_sequence start_service start_stream start_with? started started? stat
stat! state stats_enabled? status status? status_string status_text step sticky? stime stop stop? stop_pool stop_service
stopped? stopsig store stream_end? streaming? stress strftime strict_decode64 strict_encode64 strides string strings strip
strip! strongly_connected_components strptime struct style sub_ext sub_offsets sub_type subclasses subdomain_of? subject
subject_certificate subject_key_identifier subject_request subsec subset? subtract succ succ! success? summarize
summary_indent summary_width sunday? super_method superclass superset? suspend swapcase swapcase! switch switch_name
symbol symbolize symlink symlink? sync sync_close sync_point? synchronize sysaccept syscall sysclose sysconf sysconfdir
sysopen sysread sysseek syssign system systmpdir sysverify syswrite table table! tag_class tagging taint taint! tainted?
take take_range take_while tally tanh target tcp_server_loop tcp_server_sockets tell terminate terminated? termsig test
text then then! this_update thread thread_variable? thread_variable_get thread_variable_set thread_variables throw
thursday? time timeout times timestamp tmp_dh_callback tmp_key tmpdir to_a to_ary to_bn to_c to_csv to_date to_datetime
to_der to_enum to_enum! to_f to_h to_h! to_hash to_i to_id to_int to_io to_json to_json_raw to_json_raw_object to_mailtext
to_name to_obj to_octet_string to_path to_pem to_proc to_ptr to_r to_range to_rfc822text to_s to_s! to_set to_sockaddr
to_str to_string to_sym to_text to_time to_tty? to_utf8 to_value to_write_io to_yaml today token token_info token_match
tokenize total total_in total_out total_time touch tr_s tr_s! trace trace_object_allocations
trace_object_allocations_clear trace_object_allocations_debug_start trace_object_allocations_start
trace_object_allocations_stop trace_var transaction transfer transform_keys transform_keys! transform_values
transform_values! transpose trap traverse tree trim_line1 trim_line2 trim_mode truncate trust trust! try_convert try_enter
try_lock try_mon_enter tsa_certificate tsort tsort_each tsort_each_child tsort_each_node tuesday? tv_nsec tv_sec tv_usec
type type_params typealias typecode ucmp udp_server_loop udp_server_loop_on udp_server_recv udp_server_sockets ultra_safe
umask uname unbind unconverted_fields? undef_method undefine_finalizer undump unescape unescapeElement unescapeHTML
unescapeURIComponent unescape_element unescape_filename? unescape_html ungetbyte ungetc unicode_normalize
unicode_normalize! unicode_normalized? union uniq uniq! unix unix? unix_path unix_rights unix_server_loop
unix_server_socket unknown unlink unlock unpack unpack1 unpack_sockaddr_in unpack_sockaddr_un unparse unsafe_load
unsafe_load_file unscan unshift unsigned_value untaint untaint! untrace_var untrust untrust! untrusted? unused unused_bits
upcase upcase! update update_uri upto uptodate? urandom uri_option url_encode urlsafe_base64 urlsafe_decode64
urlsafe_encode64 use_headers? use_proxy? use_registry use_ssl? usec used_modules user user_agent userinfo using
using_rvargc? utc_offset utime uuid valid? valid_civil? valid_commercial? valid_date? valid_encoding? valid_jd?
valid_ordinal? value value? value_der values values_at verbose verify verify_callback verify_certificate_identity
verify_compaction_references verify_depth verify_hostname verify_internal_consistency verify_mode verify_pss verify_raw
verify_recover verify_result verify_transient_heap_internal_consistency verify_wildcard version version_1_1? version_1_2
version_1_2? vi_backward_word vi_big_backward_word vi_big_forward_end_word vi_big_forward_word vi_editing_mode
vi_editing_mode? vi_first_print vi_forward_end_word vi_forward_word visit_Array visit_BasicObject visit_BigDecimal
visit_Class visit_Complex visit_Date visit_DateTime visit_Delegator visit_Encoding visit_Enumerator visit_Exception
visit_FalseClass visit_Float visit_Hash visit_Integer visit_Module visit_NameError visit_NilClass visit_Object
visit_Psych_Nodes_Alias visit_Psych_Nodes_Document visit_Psych_Nodes_Mapping visit_Psych_Nodes_Scalar
visit_Psych_Nodes_Sequence visit_Psych_Nodes_Stream visit_Psych_Omap visit_Psych_Set visit_Range visit_Rational
visit_Regexp visit_String visit_Struct visit_Symbol visit_Time visit_TrueClass vprecision wait wait2 wait_for_cond
wait_priority wait_readable wait_until wait_while wait_writable waitall waitpid waitpid2 wakeup warn warn! warn? wday
weakref_alive? wednesday? weight width width_for winsize with with_friend with_index with_meta with_object world_readable?
world_writable? wrap wrap_arg wrap_args wrap_traverse writable? writable_real? write write_headers? write_message
write_message_0 write_message_by_block write_nonblock write_random_file write_smime write_timeout writeline xmlschema
yaml_tag yday year yield yield_self yield_self! zcat zero? zlib_version zone zone_id zone_offset
`;
