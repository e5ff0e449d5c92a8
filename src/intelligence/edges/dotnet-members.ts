// Member names of .NET's own library, four letters or more, that its texts, collections, queries, tasks, streams, types, tests
// and connections are mostly asked by. Data.

export const DOTNET_MEMBERS = `
AddRange AddDays AddHours AddMilliseconds AddMinutes AddMonths AddSeconds AddTicks AddYears Aggregate Append AppendFormat
AppendLine AppendAllText AreEqual AreNotEqual AreSame AsEnumerable AsMemory AsQueryable AsReadOnly AsSpan Assembly AsyncState
Average BaseType BeginInvoke BeginTransaction BinarySearch Build Cancel CancelAfter Capacity Cast Chars Clear Clone Close
Collect Combine CommandText CommandTimeout CommandType Commit CompareTo CompareExchange Complete Completed Concat ConfigureAwait
Configure Connection ConnectionString Contains ContainsKey ContainsValue ContinueWith Convert ConvertAll CopyTo CopyToAsync
Count Create CreateCommand CreateInstance CreateParameter CreateScope Current CurrentThread Data Date DayOfWeek DayOfYear
Days DeclaringType Decrement DefaultIfEmpty Delete Dequeue Deserialize Dispose DisposeAsync Distinct DistinctBy DoesNotContain
Element ElementAt ElementAtOrDefault Elapsed ElapsedMilliseconds Empty EndInvoke EndsWith Enqueue EnsureCapacity
EnsureSuccessStatusCode Enter Equal Equals Except Exception Exchange Execute ExecuteAsync ExecuteNonQuery ExecuteNonQueryAsync
ExecuteReader ExecuteReaderAsync ExecuteScalar ExecuteScalarAsync Exists Exit Expect Extension Fail Fields FieldType Find
FindAll FindIndex FindLast First FirstOrDefault Flush FlushAsync ForEach Format FromResult FullName GetAsync GetAttribute
GetAwaiter GetBytes GetChars GetConstructor GetConstructors GetCustomAttribute GetCustomAttributes GetElementType
GetEnumerator GetField GetFields GetFieldType GetGenericArguments GetGenericTypeDefinition GetHashCode GetInterfaces
GetInvocationList GetMember GetMembers GetMethod GetMethods GetName GetNestedType GetObjectData GetParameters GetProperties
GetProperty GetRange GetResponse GetResult GetSection GetService GetServices GetRequiredService GetString GetStream GetType
GetTypeInfo GetValue GetValueOrDefault GetValues GroupBy GroupJoin Handle HasFlag HasValue Headers Hours Increment IndexOf
IndexOfAny InnerException Insert InsertRange Instance Intersect Invoke InvokeAsync IsAbstract IsAssignableFrom IsAsync
IsCanceled IsCancellationRequested IsClass IsCompleted IsDefined IsEmpty IsEnum IsFalse IsFaulted IsGenericType
IsGenericTypeDefinition IsInstanceOfType IsInterface IsMatch IsNotNull IsNull IsNullOrEmpty IsNullOrWhiteSpace IsReadOnly
IsSubclassOf IsTrue IsValueType ItemArray Items Join Keys LastIndexOf LastOrDefault Length Load Local LongCount Lookup MakeArrayType
MakeGenericMethod MakeGenericType Match Matches MaxBy MemberType Message MethodHandle Milliseconds MinBy Minutes Model Module
Month Move MoveNext MoveNextAsync Name Namespace Next NextDouble NextResult NotEmpty NotEqual NotNull Null OfType Open OpenAsync
OpenRead OpenWrite OrderBy OrderByDescending PadLeft PadRight Parameters ParameterType Parent Parse Path Peek Position Prepend
Priority PropertyType Publish Pulse Push Query Range Read ReadAllText ReadAsync ReadByte ReadBytes ReadInt32 ReadLine ReadLineAsync
ReadString ReadToEnd ReadToEndAsync Receive Register Release Remove RemoveAll RemoveAt RemoveRange Repeat Replace Reset
Resolve Result ReturnType Returns Reverse Rollback Root Round Rows Same SaveChanges SaveChangesAsync Schedule Seconds Seek
Select SelectMany Send SendAsync SequenceEqual Serialize SetAttribute SetLength SetResult SetValue Setup Signal Single
SingleOrDefault Size Skip SkipWhile Sort Source Split StackTrace Start StartsWith State Status StatusCode Stop Substring
Subtract Take TakeWhile Target Task Text ThenBy ThenByDescending Throw ThrowIfCancellationRequested Throws
ThrowsAsync Ticks Title ToArray ToArrayAsync ToBase64String ToBoolean ToByteArray ToCharArray ToDictionary ToDouble ToHashSet
ToInt32 ToInt64 ToList ToListAsync ToLocalTime ToLookup ToLower ToLowerInvariant ToString ToUniversalTime ToUpper
ToUpperInvariant TotalDays TotalHours TotalMilliseconds TotalMinutes TotalSeconds Transaction Trim TrimEnd TrimStart True
TryAdd TryDequeue TryGetValue TryParse TryPeek TryPop TryRemove TryTake Type Union Unwrap Update UtcNow Value Values Verify
Wait WaitAll WaitAsync WaitOne Warn WhenAll WhenAny Where Width With Write WriteAllText WriteAsync WriteByte WriteLine
WriteLineAsync Year Yield
`;
