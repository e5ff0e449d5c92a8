// Generated from Go's own type checker over its standard library (Go 1.26): interfaces that projects implement, and where the
// library's functions, methods and fields take them. Data only; go-types.ts reads it.

/** A line each: the interface by its package's path and name, then its methods with absolute signatures. `?`: a type of several names. */
export const INTERFACES = `
compress/flate:Reader Read([]uint8)(int,error) ReadByte()(uint8,error)
compress/flate:Resetter Reset(io:Reader,[]uint8)(error)
compress/zlib:Resetter Reset(io:Reader,[]uint8)(error)
container/heap:Interface Len()(int) Less(int,int)(bool) Pop()(interface{}) Push(interface{})() Swap(int,int)()
context:Context Deadline()(time:Time,bool) Done()(<-chan~struct{}) Err()(error) Value(interface{})(interface{})
database/sql:Result LastInsertId()(int64,error) RowsAffected()(int64,error)
database/sql:Scanner Scan(interface{})(error)
encoding/gob:GobDecoder GobDecode([]uint8)(error)
encoding/gob:GobEncoder GobEncode()([]uint8,error)
encoding/json:Marshaler MarshalJSON()([]uint8,error)
encoding/json:Unmarshaler UnmarshalJSON([]uint8)(error)
encoding/xml:Marshaler MarshalXML(*encoding/xml:Encoder,encoding/xml:StartElement)(error)
encoding/xml:MarshalerAttr MarshalXMLAttr(encoding/xml:Name)(encoding/xml:Attr,error)
encoding/xml:TokenReader Token()(encoding/xml:Token,error)
encoding/xml:Unmarshaler UnmarshalXML(*encoding/xml:Decoder,encoding/xml:StartElement)(error)
encoding/xml:UnmarshalerAttr UnmarshalXMLAttr(encoding/xml:Attr)(error)
encoding:BinaryAppender AppendBinary([]uint8)([]uint8,error)
encoding:BinaryMarshaler MarshalBinary()([]uint8,error)
encoding:BinaryUnmarshaler UnmarshalBinary([]uint8)(error)
encoding:TextAppender AppendText([]uint8)([]uint8,error)
encoding:TextMarshaler MarshalText()([]uint8,error)
encoding:TextUnmarshaler UnmarshalText([]uint8)(error)
flag:Getter Get()(interface{}) Set(string)(error) String()(string)
flag:Value Set(string)(error) String()(string)
fmt:Formatter Format(fmt:State,int32)()
fmt:GoStringer GoString()(string)
fmt:Scanner Scan(fmt:ScanState,int32)(error)
fmt:Stringer String()(string)
hash:Cloner BlockSize()(int) Clone()(hash:Cloner,error) Reset()() Size()(int) Sum([]uint8)([]uint8) Write([]uint8)(int,error)
hash:Hash BlockSize()(int) Reset()() Size()(int) Sum([]uint8)([]uint8) Write([]uint8)(int,error)
hash:Hash32 BlockSize()(int) Reset()() Size()(int) Sum([]uint8)([]uint8) Sum32()(uint32) Write([]uint8)(int,error)
hash:Hash64 BlockSize()(int) Reset()() Size()(int) Sum([]uint8)([]uint8) Sum64()(uint64) Write([]uint8)(int,error)
hash:XOF BlockSize()(int) Read([]uint8)(int,error) Reset()() Write([]uint8)(int,error)
image:Image At(int,int)(image/color:Color) Bounds()(image:Rectangle) ColorModel()(image/color:Model)
image:PalettedImage At(int,int)(image/color:Color) Bounds()(image:Rectangle) ColorIndexAt(int,int)(uint8) ColorModel()(image/color:Model)
image:RGBA64Image At(int,int)(image/color:Color) Bounds()(image:Rectangle) ColorModel()(image/color:Model) RGBA64At(int,int)(image/color:RGBA64)
io/fs:DirEntry Info()(?,error) IsDir()(bool) Name()(string) Type()(?)
io/fs:FS Open(string)(io/fs:File,error)
io/fs:File Close()(error) Read([]uint8)(int,error) Stat()(?,error)
io/fs:FileInfo IsDir()(bool) ModTime()(time:Time) Mode()(?) Name()(string) Size()(int64) Sys()(interface{})
io/fs:GlobFS Glob(string)([]string,error) Open(string)(io/fs:File,error)
io/fs:ReadDirFS Open(string)(io/fs:File,error) ReadDir(string)([]?,error)
io/fs:ReadDirFile Close()(error) Read([]uint8)(int,error) ReadDir(int)([]?,error) Stat()(?,error)
io/fs:ReadFileFS Open(string)(io/fs:File,error) ReadFile(string)([]uint8,error)
io/fs:ReadLinkFS Lstat(string)(?,error) Open(string)(io/fs:File,error) ReadLink(string)(string,error)
io/fs:StatFS Open(string)(io/fs:File,error) Stat(string)(?,error)
io/fs:SubFS Open(string)(io/fs:File,error) Sub(string)(io/fs:FS,error)
io:ByteReader ReadByte()(uint8,error)
io:ByteScanner ReadByte()(uint8,error) UnreadByte()(error)
io:ByteWriter WriteByte(uint8)(error)
io:Closer Close()(error)
io:ReadCloser Close()(error) Read([]uint8)(int,error)
io:ReadSeekCloser Close()(error) Read([]uint8)(int,error) Seek(int64,int)(int64,error)
io:ReadSeeker Read([]uint8)(int,error) Seek(int64,int)(int64,error)
io:ReadWriteCloser Close()(error) Read([]uint8)(int,error) Write([]uint8)(int,error)
io:ReadWriteSeeker Read([]uint8)(int,error) Seek(int64,int)(int64,error) Write([]uint8)(int,error)
io:ReadWriter Read([]uint8)(int,error) Write([]uint8)(int,error)
io:Reader Read([]uint8)(int,error)
io:ReaderAt ReadAt([]uint8,int64)(int,error)
io:ReaderFrom ReadFrom(io:Reader)(int64,error)
io:RuneReader ReadRune()(int32,int,error)
io:RuneScanner ReadRune()(int32,int,error) UnreadRune()(error)
io:Seeker Seek(int64,int)(int64,error)
io:StringWriter WriteString(string)(int,error)
io:WriteCloser Close()(error) Write([]uint8)(int,error)
io:WriteSeeker Seek(int64,int)(int64,error) Write([]uint8)(int,error)
io:Writer Write([]uint8)(int,error)
io:WriterAt WriteAt([]uint8,int64)(int,error)
io:WriterTo WriteTo(io:Writer)(int64,error)
log/slog:Handler Enabled(context:Context,log/slog:Level)(bool) Handle(context:Context,log/slog:Record)(error) WithAttrs([]log/slog:Attr)(log/slog:Handler) WithGroup(string)(log/slog:Handler)
log/slog:Leveler Level()(log/slog:Level)
log/slog:LogValuer LogValue()(log/slog:Value)
math/rand/v2:Source Uint64()(uint64)
math/rand:Source Int63()(int64) Seed(int64)()
math/rand:Source64 Int63()(int64) Seed(int64)() Uint64()(uint64)
mime/multipart:File Close()(error) Read([]uint8)(int,error) ReadAt([]uint8,int64)(int,error) Seek(int64,int)(int64,error)
net/http/httputil:BufferPool Get()([]uint8) Put([]uint8)()
net/http:CloseNotifier CloseNotify()(<-chan~bool)
net/http:CookieJar Cookies(*net/url:URL)([]*net/http:Cookie) SetCookies(*net/url:URL,[]*net/http:Cookie)()
net/http:File Close()(error) Read([]uint8)(int,error) Readdir(int)([]?,error) Seek(int64,int)(int64,error) Stat()(?,error)
net/http:FileSystem Open(string)(net/http:File,error)
net/http:Flusher Flush()()
net/http:Handler ServeHTTP(net/http:ResponseWriter,*net/http:Request)()
net/http:Hijacker Hijack()(net:Conn,*bufio:ReadWriter,error)
net/http:Pusher Push(string,*net/http:PushOptions)(error)
net/http:ResponseWriter Header()(net/http:Header) Write([]uint8)(int,error) WriteHeader(int)()
net/http:RoundTripper RoundTrip(*net/http:Request)(*net/http:Response,error)
net/smtp:Auth Next([]uint8,bool)([]uint8,error) Start(*net/smtp:ServerInfo)(string,[]uint8,error)
net:Addr Network()(string) String()(string)
net:Conn Close()(error) LocalAddr()(net:Addr) Read([]uint8)(int,error) RemoteAddr()(net:Addr) SetDeadline(time:Time)(error) SetReadDeadline(time:Time)(error) SetWriteDeadline(time:Time)(error) Write([]uint8)(int,error)
net:Error Error()(string) Temporary()(bool) Timeout()(bool)
net:Listener Accept()(net:Conn,error) Addr()(net:Addr) Close()(error)
net:PacketConn Close()(error) LocalAddr()(net:Addr) ReadFrom([]uint8)(int,net:Addr,error) SetDeadline(time:Time)(error) SetReadDeadline(time:Time)(error) SetWriteDeadline(time:Time)(error) WriteTo([]uint8,net:Addr)(int,error)
os:Signal Signal()() String()(string)
sort:Interface Len()(int) Less(int,int)(bool) Swap(int,int)()
sync:Locker Lock()() Unlock()()
`;

/** A line each: the interface, then what takes it: a function's parameter by its place, a method's, a field. */
export const TAKES = `
container/heap:Interface container/heap.Fix.0 container/heap.Init.0 container/heap.Pop.0 container/heap.Push.0 container/heap.Remove.0
context:Context context.AfterFunc.0 context.Cause.0 context.WithCancel.0 context.WithCancelCause.0 context.WithDeadline.0 context.WithDeadlineCause.0 context.WithTimeout.0 context.WithTimeoutCause.0 context.WithValue.0 context.WithoutCancel.0 database/sql.Conn.BeginTx.0 database/sql.Conn.ExecContext.0 database/sql.Conn.PingContext.0 database/sql.Conn.PrepareContext.0 database/sql.Conn.QueryContext.0 database/sql.Conn.QueryRowContext.0 database/sql.DB.BeginTx.0 database/sql.DB.Conn.0 database/sql.DB.ExecContext.0 database/sql.DB.PingContext.0 database/sql.DB.PrepareContext.0 database/sql.DB.QueryContext.0 database/sql.DB.QueryRowContext.0 database/sql.Stmt.ExecContext.0 database/sql.Stmt.QueryContext.0 database/sql.Stmt.QueryRowContext.0 database/sql.Tx.ExecContext.0 database/sql.Tx.PrepareContext.0 database/sql.Tx.QueryContext.0 database/sql.Tx.QueryRowContext.0 database/sql.Tx.StmtContext.0 log/slog.DebugContext.0 log/slog.ErrorContext.0 log/slog.Handler.Enabled.0 log/slog.Handler.Handle.0 log/slog.InfoContext.0 log/slog.JSONHandler.Enabled.0 log/slog.JSONHandler.Handle.0 log/slog.Log.0 log/slog.LogAttrs.0 log/slog.Logger.DebugContext.0 log/slog.Logger.Enabled.0 log/slog.Logger.ErrorContext.0 log/slog.Logger.InfoContext.0 log/slog.Logger.Log.0 log/slog.Logger.LogAttrs.0 log/slog.Logger.WarnContext.0 log/slog.MultiHandler.Enabled.0 log/slog.MultiHandler.Handle.0 log/slog.TextHandler.Enabled.0 log/slog.TextHandler.Handle.0 log/slog.WarnContext.0 net.Dialer.DialContext.0 net.Dialer.DialIP.0 net.Dialer.DialTCP.0 net.Dialer.DialUDP.0 net.Dialer.DialUnix.0 net.ListenConfig.Listen.0 net.ListenConfig.ListenPacket.0 net.Resolver.LookupAddr.0 net.Resolver.LookupCNAME.0 net.Resolver.LookupHost.0 net.Resolver.LookupIP.0 net.Resolver.LookupIPAddr.0 net.Resolver.LookupMX.0 net.Resolver.LookupNS.0 net.Resolver.LookupNetIP.0 net.Resolver.LookupPort.0 net.Resolver.LookupSRV.0 net.Resolver.LookupTXT.0 net/http.NewRequestWithContext.0 net/http.Request.Clone.0 net/http.Request.WithContext.0 net/http.Server.Shutdown.0 net/http.Transport.NewClientConn.0 net/http/httptest.NewRequestWithContext.0 net/http/httptrace.ContextClientTrace.0 net/http/httptrace.WithClientTrace.0 os/exec.CommandContext.0 os/signal.NotifyContext.0
encoding:TextMarshaler flag.FlagSet.TextVar.2 flag.TextVar.2
encoding:TextUnmarshaler flag.FlagSet.TextVar.0 flag.TextVar.0
encoding/xml:TokenReader encoding/xml.NewTokenDecoder.0
error bufio.ErrAdvanceTooFar bufio.ErrBadReadCount bufio.ErrBufferFull bufio.ErrFinalToken bufio.ErrInvalidUnreadByte bufio.ErrInvalidUnreadRune bufio.ErrNegativeAdvance bufio.ErrNegativeCount bufio.ErrTooLong bytes.ErrTooLarge compress/flate.ReadError.Err compress/flate.WriteError.Err compress/gzip.ErrChecksum compress/gzip.ErrHeader compress/zlib.ErrChecksum compress/zlib.ErrDictionary compress/zlib.ErrHeader context.Canceled context.DeadlineExceeded context.WithDeadlineCause.2 context.WithTimeoutCause.2 database/sql.ErrConnDone database/sql.ErrNoRows database/sql.ErrTxDone encoding/csv.ErrBareQuote encoding/csv.ErrFieldCount encoding/csv.ErrQuote encoding/csv.ErrTrailingComma encoding/csv.ParseError.Err encoding/hex.ErrLength encoding/json.MarshalerError.Err errors.As.0 errors.AsType.0 errors.ErrUnsupported errors.Is.0 errors.Is.1 errors.Join.0 errors.Unwrap.0 flag.ErrHelp html/template.Must.1 image.ErrFormat io.EOF io.ErrClosedPipe io.ErrNoProgress io.ErrShortBuffer io.ErrShortWrite io.ErrUnexpectedEOF io.PipeReader.CloseWithError.0 io.PipeWriter.CloseWithError.0 io/fs.ErrClosed io/fs.ErrExist io/fs.ErrInvalid io/fs.ErrNotExist io/fs.ErrPermission io/fs.PathError.Err io/fs.SkipAll io/fs.SkipDir mime.ErrInvalidMediaParameter mime/multipart.ErrMessageTooLarge net.DNSConfigError.Err net.DNSError.UnwrapErr net.ErrClosed net.ErrWriteToConnected net.OpError.Err net/http.ErrAbortHandler net/http.ErrBodyNotAllowed net/http.ErrBodyReadAfterClose net/http.ErrContentLength net/http.ErrHandlerTimeout net/http.ErrHijacked net/http.ErrLineTooLong net/http.ErrMissingFile net/http.ErrNoCookie net/http.ErrNoLocation net/http.ErrSchemeMismatch net/http.ErrServerClosed net/http.ErrSkipAltProtocol net/http.ErrUseLastResponse net/http.ErrWriteAfterFlush net/http.ProtocolError.Is.0 net/http/fcgi.ErrConnClosed net/http/fcgi.ErrRequestAborted net/http/httptrace.DNSDoneInfo.Err net/http/httptrace.WroteRequestInfo.Err net/http/httputil.ErrLineTooLong net/mail.ErrHeaderNotPresent net/url.Error.Err os.ErrClosed os.ErrDeadlineExceeded os.ErrExist os.ErrInvalid os.ErrNoDeadline os.ErrNoHandle os.ErrNotExist os.ErrPermission os.ErrProcessDone os.IsExist.0 os.IsNotExist.0 os.IsPermission.0 os.IsTimeout.0 os.LinkError.Err os.NewSyscallError.1 os.SyscallError.Err os/exec.Cmd.Err os/exec.ErrDot os/exec.ErrNotFound os/exec.ErrWaitDelay os/exec.Error.Err path.ErrBadPattern path/filepath.ErrBadPattern path/filepath.SkipAll path/filepath.SkipDir strconv.ErrRange strconv.ErrSyntax strconv.NumError.Err text/template.ExecError.Err text/template.Must.1
flag:Value flag.Flag.Value flag.FlagSet.Var.0 flag.Var.0
io:ReadCloser net/http.MaxBytesReader.1 net/http.Request.Body net/http.Response.Body
io:ReadSeeker net/http.ServeContent.4
io:ReadWriteCloser net/textproto.NewConn.0
io:Reader bufio.NewReader.0 bufio.NewReaderSize.0 bufio.NewScanner.0 bufio.Reader.Reset.0 bufio.Writer.ReadFrom.0 bytes.Buffer.ReadFrom.0 compress/bzip2.NewReader.0 compress/flate.NewReader.0 compress/flate.NewReaderDict.0 compress/flate.Resetter.Reset.0 compress/gzip.NewReader.0 compress/gzip.Reader.Reset.0 compress/lzw.NewReader.0 compress/lzw.Reader.Reset.0 compress/zlib.NewReader.0 compress/zlib.NewReaderDict.0 compress/zlib.Resetter.Reset.0 encoding/ascii85.NewDecoder.0 encoding/base32.NewDecoder.1 encoding/base64.NewDecoder.1 encoding/csv.NewReader.0 encoding/gob.NewDecoder.0 encoding/hex.NewDecoder.0 encoding/json.NewDecoder.0 encoding/xml.NewDecoder.0 fmt.Fscan.0 fmt.Fscanf.0 fmt.Fscanln.0 image.Decode.0 image.DecodeConfig.0 io.Copy.1 io.CopyBuffer.1 io.CopyN.1 io.LimitReader.0 io.LimitedReader.R io.MultiReader.0 io.NopCloser.0 io.ReadAll.0 io.ReadAtLeast.0 io.ReadFull.0 io.ReaderFrom.ReadFrom.0 io.TeeReader.0 io/ioutil.NopCloser.0 io/ioutil.ReadAll.0 mime/multipart.NewReader.0 mime/quotedprintable.NewReader.0 net.TCPConn.ReadFrom.0 net/http.Client.Post.2 net/http.NewRequest.2 net/http.NewRequestWithContext.3 net/http.Post.2 net/http/httptest.NewRequest.2 net/http/httptest.NewRequestWithContext.3 net/http/httputil.NewChunkedReader.0 net/mail.Message.Body net/mail.ReadMessage.0 os.File.ReadFrom.0 os/exec.Cmd.Stdin text/scanner.Scanner.Init.0
io:ReaderAt io.NewSectionReader.0
io:RuneReader regexp.MatchReader.1 regexp.Regexp.FindReaderIndex.0 regexp.Regexp.FindReaderSubmatchIndex.0 regexp.Regexp.MatchReader.0
io:Writer bufio.NewWriter.0 bufio.NewWriterSize.0 bufio.Reader.WriteTo.0 bufio.Writer.Reset.0 bytes.Buffer.WriteTo.0 bytes.Reader.WriteTo.0 compress/flate.NewWriter.0 compress/flate.NewWriterDict.0 compress/flate.Writer.Reset.0 compress/gzip.NewWriter.0 compress/gzip.NewWriterLevel.0 compress/gzip.Writer.Reset.0 compress/lzw.NewWriter.0 compress/lzw.Writer.Reset.0 compress/zlib.NewWriter.0 compress/zlib.NewWriterLevel.0 compress/zlib.NewWriterLevelDict.0 compress/zlib.Writer.Reset.0 encoding/ascii85.NewEncoder.0 encoding/base32.NewEncoder.1 encoding/base64.NewEncoder.1 encoding/csv.NewWriter.0 encoding/gob.NewEncoder.0 encoding/hex.Dumper.0 encoding/hex.NewEncoder.0 encoding/json.NewEncoder.0 encoding/pem.Encode.0 encoding/xml.Escape.0 encoding/xml.EscapeText.0 encoding/xml.NewEncoder.0 flag.FlagSet.SetOutput.0 fmt.Fprint.0 fmt.Fprintf.0 fmt.Fprintln.0 html/template.HTMLEscape.0 html/template.JSEscape.0 html/template.Template.Execute.0 html/template.Template.ExecuteTemplate.0 io.Copy.0 io.CopyBuffer.0 io.CopyN.0 io.Discard io.MultiWriter.0 io.TeeReader.1 io.WriteString.0 io.WriterTo.WriteTo.0 io/ioutil.Discard log.Logger.SetOutput.0 log.New.0 log.SetOutput.0 log/slog.NewJSONHandler.0 log/slog.NewTextHandler.0 mime/multipart.NewWriter.0 mime/quotedprintable.NewWriter.0 net.Buffers.WriteTo.0 net.TCPConn.WriteTo.0 net/http.Header.Write.0 net/http.Header.WriteSubset.0 net/http.Request.Write.0 net/http.Request.WriteProxy.0 net/http.Response.Write.0 net/http/cgi.Handler.Stderr net/http/httputil.NewChunkedWriter.0 os.File.WriteTo.0 os/exec.Cmd.Stderr os/exec.Cmd.Stdout strings.Reader.WriteTo.0 strings.Replacer.WriteString.0 text/tabwriter.NewWriter.0 text/tabwriter.Writer.Init.0 text/template.HTMLEscape.0 text/template.JSEscape.0 text/template.Template.Execute.0 text/template.Template.ExecuteTemplate.0
io:WriterAt io.NewOffsetWriter.0
io/fs:DirEntry io/fs.FormatDirEntry.0
io/fs:FS html/template.ParseFS.0 html/template.Template.ParseFS.0 io/fs.Glob.0 io/fs.Lstat.0 io/fs.ReadDir.0 io/fs.ReadFile.0 io/fs.ReadLink.0 io/fs.Stat.0 io/fs.Sub.0 io/fs.WalkDir.0 net/http.FS.0 net/http.FileServerFS.0 net/http.NewFileTransportFS.0 net/http.ServeFileFS.2 os.CopyFS.1 text/template.ParseFS.0 text/template.Template.ParseFS.0
io/fs:FileInfo io/fs.FileInfoToDirEntry.0 io/fs.FormatFileInfo.0
log/slog:Handler log/slog.DiscardHandler log/slog.New.0 log/slog.NewLogLogger.0 log/slog.NewMultiHandler.0
log/slog:Leveler log/slog.HandlerOptions.Level
math/rand:Source math/rand.New.0
math/rand/v2:Source math/rand/v2.New.0
net:Addr net.Dialer.LocalAddr net.IPConn.WriteTo.1 net.OpError.Addr net.OpError.Source net.PacketConn.WriteTo.1 net.UDPConn.WriteTo.1 net.UnixConn.WriteTo.1
net:Conn net/http/httptrace.GotConnInfo.Conn net/http/httputil.NewClientConn.0 net/http/httputil.NewProxyClientConn.0 net/http/httputil.NewServerConn.0 net/smtp.NewClient.0
net:Listener net/http.Serve.0 net/http.ServeTLS.0 net/http.Server.Serve.0 net/http.Server.ServeTLS.0 net/http/fcgi.Serve.0 net/http/httptest.Server.Listener
net/http:CookieJar net/http.Client.Jar
net/http:FileSystem net/http.FileServer.0 net/http.NewFileTransport.0
net/http:Handler net/http.AllowQuerySemicolons.0 net/http.CrossOriginProtection.Handler.0 net/http.CrossOriginProtection.SetDenyHandler.0 net/http.Handle.1 net/http.ListenAndServe.1 net/http.ListenAndServeTLS.3 net/http.MaxBytesHandler.0 net/http.Serve.1 net/http.ServeMux.Handle.1 net/http.ServeTLS.1 net/http.Server.Handler net/http.StripPrefix.1 net/http.TimeoutHandler.0 net/http/cgi.Handler.PathLocationHandler net/http/cgi.Serve.0 net/http/fcgi.Serve.1 net/http/httptest.NewServer.0 net/http/httptest.NewTLSServer.0 net/http/httptest.NewUnstartedServer.0
net/http:ResponseWriter net/http.Error.0 net/http.Handler.ServeHTTP.0 net/http.HandlerFunc.ServeHTTP.0 net/http.MaxBytesReader.0 net/http.NewResponseController.0 net/http.NotFound.0 net/http.Redirect.0 net/http.ServeContent.0 net/http.ServeFile.0 net/http.ServeFileFS.0 net/http.ServeMux.ServeHTTP.0 net/http.SetCookie.0 net/http/cgi.Handler.ServeHTTP.0 net/http/httputil.ReverseProxy.ServeHTTP.0 net/http/pprof.Cmdline.0 net/http/pprof.Index.0 net/http/pprof.Profile.0 net/http/pprof.Symbol.0 net/http/pprof.Trace.0
net/http:RoundTripper net/http.Client.Transport net/http.DefaultTransport net/http.Transport.RegisterProtocol.1 net/http/httputil.ReverseProxy.Transport
net/http/httputil:BufferPool net/http/httputil.ReverseProxy.BufferPool
net/smtp:Auth net/smtp.Client.Auth.0 net/smtp.SendMail.1
os:Signal os.Interrupt os.Kill os.Process.Signal.0 os/signal.Ignore.0 os/signal.Ignored.0 os/signal.Notify.1 os/signal.NotifyContext.1 os/signal.Reset.0
sort:Interface sort.IsSorted.0 sort.Reverse.0 sort.Sort.0 sort.Stable.0
sync:Locker sync.Cond.L sync.NewCond.0
`;
