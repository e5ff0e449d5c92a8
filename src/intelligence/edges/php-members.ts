// Member names of PHP's own classes, four letters or more (exceptions, dates, iterators, reflection, databases, documents,
// closures), and of the interfaces and tests that most projects share (PSR, PHPUnit). Data.

export const PHP_MEMBERS = `
acceptNode addAttribute addChild appendChild appendXML asXML assert assertArrayHasKey assertContains assertCount assertEmpty
assertEquals assertFalse assertInstanceOf assertIsArray assertNotNull assertNull assertSame assertTrue at atLeast atLeastOnce attach
attributes beginTransaction bind bindParam bindTo bindValue body call callback cases childNodes children clear cloneNode close code
columnCount commit connect copy count create createAttribute createElement createElementNS createFromFormat createFromInterface
createMock createRequest createResponse createStream createStub createTextNode createUri critical current data date debug decode
delete detach diff disableOriginalConstructor dispatch documentElement emergency encode eof errorCode errorInfo exactly exchangeArray
exec execute expectException expectExceptionMessage expects extract fail fetch fetchAll fetchColumn fetchObject fflush fgets file
filter find flock format formatOutput fread free from fromCallable fseek ftell fwrite getArrayCopy getArguments getAttribute
getAttributes getAttributeNode getAuthority getBasename getBody getClientFilename getClientMediaType getClosure getCode getColumnMeta
getConstant getConstants getConstructor getContents getCookieParams getDeclaringClass getDocComment getDocNamespaces getElementById
getElementsByTagName getEndLine getError getExtension getFile getFileName getFilename getFlags getFragment getHeader getHeaderLine
getHeaders getHost getInnerIterator getInterfaceNames getInterfaces getIterator getLastErrors getLine getLocation getMessage getMetadata
getMethod getMethods getMock getMockBuilder getMockForAbstractClass getModifiers getName getNamespaceName getNamespaces getOffset
getParameters getParentClass getParsedBody getPath getPathname getPort getPrevious getProperties getProperty getProtocolVersion
getQuery getQueryParams getRealPath getReasonPhrase getRequestTarget getReturn getReturnType getScheme getServerParams getShortName
getSize getStartLine getStaticPropertyValue getStatusCode getStream getTimestamp getTimezone getTrace getTraceAsString getTransitions
getType getUploadedFiles getUri getUserInfo getValue handle hasAttribute hasAttributes hasChildNodes hasChildren hasConstant hasHeader
hasMethod hasProperty hasReturnType hasType implementsInterface inNamespace inTransaction info insert insertBefore invoke invokeArgs isAbstract
isArray isBuiltin isCallable isClosure isConstructor isDefaultValueAvailable isDir isDot isEmpty isEnum isFile isFinal isInstance isInstantiable
isInterface isInternal isInvokable isLink isOptional isPassedByReference isPrivate isProtected isPublic isReadable isReadOnly isSeekable
isStatic isSubclassOf isTrait isUserDefined isVariadic isWritable item items jsonSerialize key lastInsertId length load loadHTML
loadXML lock log message method modify moveTo name never newInstance newInstanceArgs newInstanceWithoutConstructor next nextSibling nodeName
nodeType nodeValue notice notify object offsetExists offsetGet offsetSet offsetUnset once onlyMethods open ownerDocument parentNode
parent ping pop prepare previous process prophesize push query quote read rejected remove removeAttribute removeChild replaceChild reset
resolve response reveal rewind rollBack root rowCount save saveHTML saveXML schedule seek send serialize setAccessible setAttribute
setConstructorArgs setDate setFetchMode setFlags setISODate setMethods setStaticPropertyValue setTime setTimestamp setTimezone setUp
setValue shouldBeCalled shouldBeCalledOnce should shouldReceive size sort stop sub tearDown tell test textContent then throw throws toArray
toString top trigger tryFrom type uasort uksort unserialize unshift update valid value values wait warning will willReturn willReturnArgument
willReturnCallback willReturnMap willReturnOnConsecutiveCalls willReturnSelf willThrow willThrowException with withAddedHeader withArgs
withAnyArgs withAttribute withBody withConsecutive withCookieParams withFragment withHeader withHost withMethod withParsedBody withPath
withPort withProtocolVersion withQuery withQueryParams withRequestTarget withScheme withStatus withUploadedFiles withUri withUserInfo
withoutAttribute withoutHeader write xpath
`;
