// Member names of Java's and Kotlin's own libraries, four letters or more: of the types that most code is about (objects, text,
// collections, streams, time, files, threads, functions, reflection). Data, written by hand.
export const JVM_MEMBERS = `
accept acquire addAll addFirst addLast addListener addSuppressed allMatch allOf also and andThen annotationType any anyMatch
anyOf append appendln apply applyAsInt asList asSequence asSubclass associate associateBy associateWith await awaitTermination
average balance before between bitLength body booleanValue boxed build builder byteValue bytes call cancel canRead canWrite
cast ceil ceiling charAt chars chunked clear clone close closed code codePointAt collect comparator compare compareAndSet
compareTo compareToIgnoreCase complete completeExceptionally component1 component2 component3 compose computeIfAbsent
computeIfPresent concat connect contains containsAll containsKey containsValue contentEquals context copy copyOf copyOfRange
count countDown create createFile createNewFile createTempFile current currentThread decode decrementAndGet defaultCharset
delete deleteCharAt deleteIfExists deleteOnExit describe destroy digest discard distinct distinctBy divide doubleValue drop
dropLast dropWhile element elementAt emit empty enabled encode endsWith ensureCapacity entries entry entrySet equals
equalsIgnoreCase error exception exceptionally execute exists exit fill filter filterIsInstance filterNot filterNotNull find
findAny findFirst findLast finish first firstKey firstOrNull flatMap flatten flip floor flush fold forEach forEachIndexed
forEachOrdered forName format from fromValue getAbsoluteFile getAbsolutePath getActualTypeArguments getAndAdd getAndIncrement
getAndSet getAnnotation getAnnotations getAsInt getBoolean getBytes getCanonicalName getCanonicalPath getCause getChars getClass
getClassLoader getConstructor getConstructors getContent getContextClassLoader getCurrentDate getDay getDeclaredConstructor
getDeclaredField getDeclaredFields getDeclaredMethod getDeclaredMethods getDeclaringClass getDefault getDouble getEncoded
getEnumConstants getEpochSecond getField getFields getFile getFileName getFirst getFloat getGenericReturnType getHeader getHost
getInputStream getInstance getInt getInterfaces getKey getLast getLength getLocalizedMessage getLogger getLong getMessage
getMethod getMethods getModifiers getMonth getName getNano getNumericValue getOrDefault getOrElse getOrNull getOrPut
getOutputStream getPackage getParameterCount getParameterTypes getParameters getParent getParentFile getPath getPort getProperty
getProtocol getQuery getReader getResource getResourceAsStream getReturnType getRuntime getScheme getSeconds getShort
getSimpleName getSize getStackTrace getState getStatus getString getSuperclass getSuppressed getThreadGroup getTime
getTimeInMillis getTimestamp getType getTypeName getTypeParameters getValue getWriter getYear getZone group groupBy
groupCount hasMoreElements hasMoreTokens hasNext hasNextLine hash hashCode headMap headers highestOneBit holdsLock host hours
ifEmpty ifPresent ifPresentOrElse ignore indexOf indexOfFirst indexOfLast indices info initCause initialize insert instant
intValue intern interrupt interrupted intersect invoke invokeAll invokeAny invokeOnCompletion isAbsolute isAbstract isAccessible
isAfter isAlive isAnnotationPresent isArray isAssignableFrom isBefore isBlank isCancelled isClosed isConnected isCompleted
isDirectory isDone isEmpty isEnum isEqual isFile isHidden isInfinite isInstance isInterface isInterrupted isNaN isNegative
isNotBlank isNotEmpty isNullOrBlank isNullOrEmpty isOpen isPresent isPrimitive isPublic isRegularFile isShutdown isStatic isZero
iterate iterator join joinToString joining keep keySet keys last lastIndexOf lastKey lastModified lastOrNull launch length
level limit lines list listFiles listIterator listener load loadClass lock locked log longValue lookup lowercase map mapKeys
mapNotNull mapTo mapToInt mapToLong mapToObj mapValues mark match matcher matches maxBy maxByOrNull maxOf merge message method
millis minBy minByOrNull minOf minus minusDays minutes mkdir mkdirs move multiply name names nanoTime negate newBuilder
newCachedThreadPool newCondition newFixedThreadPool newInstance newLine next nextBoolean nextBytes nextDouble nextElement nextInt
nextLine nextLong nextToken none noneMatch normalize notify notifyAll notNull now number offer offerFirst offerLast ofMillis
ofNullable ofSeconds onCancel onComplete onEach onError onFailure onNext onSubscribe onSuccess open option options orElse
orElseGet orElseThrow orEmpty ordinal parallel parallelStream params parent parse parseBoolean parseDouble parseInt parseLong
partition path pattern peek peekFirst peekLast plus plusDays plusMillis plusSeconds poll pollFirst pollLast popLast port position
post previous print printStackTrace println process properties property provide publish putAll putIfAbsent query quote random
range read readAllBytes readBoolean readByte readBytes readFully readInt readLine readLines readLong readObject readOnly
readString readText readUTF ready receive record reduce reference register release reload remaining remove removeAll
removeAttribute removeFirst removeFirstOrNull removeIf removeLast removeListener removeRange removeSuffix rename renameTo repeat
replace replaceAll replaceFirst request require reset resolve resolveSibling resource response result resume retainAll
returnType reverse reversed rewind root round rounds run runAsync save scale schedule scheduleAtFixedRate search second
seconds seek select send sequential service session setAccessible setAttribute setBoolean setCharAt setContentType setDaemon
setDouble setHeader setInt setLength setLevel setLocale setLong setName setOut setPriority setProperty setSize setStackTrace
setState setStatus setString setTime setTimeZone setType setValue shared shutdown shutdownNow signal signalAll single
singleOrNull size skip sleep slice some sort sortBy sorted sortedBy sortedByDescending sortedWith source split splitToSequence
start startsWith state status stop store stream strip stripLeading stripTrailing subList subMap subSequence submit subscribe
subscription subset substring substringAfter substringAfterLast substringBefore substringBeforeLast subtract success sumOf
supply supplyAsync swap system tail tailMap take takeIf takeLast takeUnless takeWhile target task test text then thenAccept
thenApply thenCombine thenComparing thenCompose thenRun time timeout title toArray toAbsolutePath toByte toByteArray
toCharArray toDays toDouble toEpochMilli toFile toFloat toHexString toHours toInstant toInt toIntOrNull toList toLocalDate
toLocalDateTime toLong toLongOrNull toLowerCase toMap toMillis toMinutes toMutableList toMutableMap toMutableSet toNanos toPath
toRegex toSeconds toSet toString toTypedArray toURI toURL toUpperCase transferTo transform translate trim trimEnd trimIndent
trimMargin trimStart truncate truncatedTo tryAcquire tryLock type unlock unordered unregister unwrap update updateAndGet
uppercase user useLines value valueOf values visit wait walk warn warning when whenComplete windowed with withDefault withIndex
withZone work wrap write writeBoolean writeByte writeBytes writeInt writeLong writeObject writeString writeText writeTo writeUTF
yield zipWithNext zone
`;
