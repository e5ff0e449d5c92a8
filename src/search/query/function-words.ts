// Words by which a question in another language than English is recognised although it is short and full of names. In lower
// case, as written. A word that several languages have stands with the first of them.

/**
 * Function words: question words, articles, prepositions, pronouns, and the verbs that questions are put with. None is an English word,
 * nor a name that is common in code. What would be one (German `die`, Spanish `con`, Dutch `van`) is in SHARED.
 */
const DISTINCTIVE: Readonly<Record<string, string>> = {
  german: `
aber alles auch auf aus bei beim bitte dann dass daß denn deren dessen dich diese diesem diesen dieser dieses durch
eine einem einen einer eines entscheidet erklär erkläre finde findet funktioniert für gegen gibt hier ihm ihr ihre ist
jede jeden jeder jedes kann kein keine keinen können mehr mich nach nicht nichts noch nur oder ohne passiert sagt
schon sein seine sich sie sind soll sollte steht stelle und uns unter vom vor wann warum wegen welche welchem welchen
welcher welches wenn werden wer weshalb wie wieso wird wo wodurch woher wohin womit wurde wurden zeig zeige zum zur zwei
zwischen über
`,
  french: `
après aucun aucune aussi aux avant avec cela celle celui ces cette chaque chez comme contre dans depuis donc dont elle
elles entre fonctionne jamais laquelle lequel leur leurs lors lorsque lui moi montre même nous où parce pendant peut
plusieurs pourquoi puis quand quel quelle quelles quels qui quoi selon ses sont sous toujours toute toutes trouve très
une vers vous été être
`,
  spanish: `
adónde ahora algo alguna algún aquí así aunque cada cual cuales cualquier cuando cuanto cuál cuáles cuándo cuánto cómo
desde después donde durante dónde ellos encuentra entonces eso esta este esto está están funciona hace hacia hasta
luego mientras misma mismo muestra muy muéstrame más nada ninguna ningún nunca pasa pero porque porqué puede pueden
quien quién qué según siempre sobre sólo también tiene todas todos tras usted
`,
  portuguese: `
acontece agora ainda antes ao aos após aqui até cadê como dela dele depois dessa desse desta deste dos ela ele eles
encontre enquanto então essa esse estão faz feita feito foi isso isto já mais mesma mesmo mostra mostre muito nem
nenhum nenhuma nessa nesse não nós onde pela pelas pelo pelos pode por porquê quais qual quando quanto quem sempre seu
seus sua suas são também toda têm uma umas você é
`,
  italian: `
adesso allo anche ancora avviene che ciò com'è cosa così cui dal dalla dalle dallo degli delle dello dentro dopo dov'è
erano essere funziona già gli hanno invece loro mentre molto mostrami negli nei nel nella nelle nello nessun nessuna
niente ogni oppure perchè perché però più poi può quale quali quella quello questa queste questi questo senza sono
sopra sotto stato succede sugli sul sulla sulle suo trova tutte tutti tutto vengono viene
`,
  dutch: `
aan achter alleen andere bij daar deze dit dus een eerst elke gaan gebeurt geen hebben heeft het hij hoe hun ieder
iedere iets jij komt kunnen laat maar meer mij moet moeten naar nadat niet niets nog nooit omdat onder onze ook staat
tegen terwijl toch toen tot tussen uit veel vindt voor voordat waar waardoor waarin waarom wanneer wat welk welke werd
werkt wij worden wordt zij zijn zoals zoek zonder zou zullen
`,
  swedish: `
att blir bort både denna detta där då efter eftersom eller ett finns från fungerar få får för före förrän genom gör
hur här ingen inte jag kommer mellan mig måste när någon något och också på samma sig sina sitt skickas skulle sådan
tas till utan vad vara varför vart vem vid vilka vilken vilket är över
`,
  danish: `
andet blev bliver burde denne derefter dette disse ej endnu fordi fungerer før gør hende hvad hvem hver hverken hvilke
hvilken hvilket hvis hvor hvordan hvorfor hvornår ikke intet jeg kunne lige meget mellem mens nogen noget når også
samme selv sidste skal sker skete så uden virker være
`,
  norwegian: `
ble deres dersom etter finnes hva hvorvidt mange mellom må noe noen seg skjer slik sånn uten vår
`,
  finnish: `
ei eikä eivät ennen ettei että hän ilman itse joka jonka jossa jotka jälkeen kaikki kanssa kautta koska kuin kuinka
kuka kunnes löytyy mihin miksi mikä mikäli millainen milloin missä mistä miten mitkä mitä myös niin niitä nyt olla
onko ovat sekä siellä siis sitten sitä tapahtuu toimii tämä vai vaikka voi
`,
  polish: `
aby albo bardzo bez byl być był była było były będzie całej choć chyba czego czemu czy czyli dla dlaczego działa gdy
gdyby gdzie gdzieś ich ile inny jak jaka jaki jakie jako jego jej jeśli jeżeli już każda każdy kiedy kiedyś która
które którego której który których między mnie może można nie niż oraz podczas pokaż poza przed przez przy się skąd
swój są także tego tej też tych tylko tym więc wszystkie zanim zawsze znajdź
`,
  czech: `
ani až bude byla bylo další dokud funguje jaké jaký jeho jejich jestli ještě již každý kde kdo kdy když ke kterou
která které který kvůli mezi musí může nebo není nějaký odkud pokud pouze protože proč před přes při stane stejný také
tato tento toto tyto už včetně všechny vždy zda že
`,
  romanian: `
aceasta această acest aceste acolo adică aici atunci cei cele cine cumva când cât câte căreia către dacă decât deja
deoarece despre dintr dintre după ești față fiecare fii fost funcționează fără găsește nici numai pentru prin printre
până sau sunt să toate unde unei unui unul vreun în încă într între întâmplă și
`,
  hungarian: `
ahol akkor alatt amely amelyek amikor amíg azok azt azért csak egy egyik ekkor ennek ezek ezt hanem hogy hogyan hol
honnan hová ilyen itt kell közben lehet lesz melyik mert miatt mikor milyen minden mindig mivel miért működik nincs
nélkül ott szerint történik után vagy volt és össze ő ők
`,
  turkish: `
ancak arasında aynı bana bazı belki bir biri birkaç bunu bunun daha değil diye edilir ediliyor eğer gibi göster hangi
hani hepsi hiç ise için kadar mu mü mı mıdır nasıl neden nedir nerede nereden nereye niçin olan olarak oldu olduğu
olduğunda olur oluyor sadece sonra tüm veya yani yapılır yok çalışır çalışıyor çok çünkü önce şey şu
`,
  indonesian: `
adalah agar akan antara apa apakah atau bagaimana bagian bahwa belum berapa berfungsi bila bisa cara dalam dapat dari
dengan hanya harus itu jika juga kapan karena kenapa kerja ketika lagi maka manakah masih mengapa menjadi oleh pada
saat sampai sebelum sedang sehingga sejak selama semua sesudah setelah setiap siapa sudah tanpa tapi temukan terhadap
terjadi tersebut tetapi tidak tunjukkan untuk yaitu
`,
  vietnamese: `
bị chưa chỉ chức các cách cái có của gì khi không là làm lúc lại mà mỗi một như nhưng những nào này nên nếu phải rằng
rồi sẽ thì thế trong trước tại từ và vì về với xảy đang điều đâu đã được đến để ở
`,
};

/** Function words of other scripts. The script alone shows that a question is not English; they only must not count as its subject. */
const OTHER_SCRIPTS = `
без более бы был была были было быть в вам вас весь вместо во все всё всегда вы где да для до его ее её если есть еще ещё же за
зачем и из или им их к каждый как какая какие какой какую когда которая которого которой которые который кто куда ли между меня
мне может можно мой мы на над надо нам нас не него нее неё нет ни них но ну о об он она они оно от откуда перед по под покажи
после почему при про происходит работает с сам свой себя со так такой там то того тоже только том ту ты у уже чего чей чем через
что чтобы эта эти это этого этот я
або аби але був була були було бути вже від відбувається вона вони він воно де для до його її їх за звідки з із і й каже коли кого
куди ким лише між мене мені може можна ми на над нам не ні них про по під після при працює та так такий там те тільки той у що щоб це
цей ця ці чи чому як яка яке який які якщо я
αν από αυτή αυτό αυτός για γιατί δεν είναι ένα ένας έχει η θα και κάθε λειτουργεί με μετά μη μια να ο οι όταν ότι όχι ποια ποιο
ποιος ποιους πότε που πού πριν πρέπει πώς πως σε στα στη στην στις στο στον τα τι τη την της τις το του τους των ως
أن أنا أو إذا إلى أين التي الذي الى اي بعد بين تتم تعمل حتى حيث ذلك على عن عند عندما في قبل كل كيف لا لم لماذا ليس ما ماذا متى مع من
منذ هذا هذه هل هناك هو هي يتم
آن از است این با برای به تا چرا چگونه چه چیست در را روی شده شود کجا که می و یا
אבל או אחרי אי איזה איך איפה אל אם אני אנחנו את בין גם הוא היא הם זה זו יש כאשר כי כל כמו כן לא לפני למה מה מי מתי עד על עם קורה רק של
और का काम कि किस की के को क्या क्यों कब कहाँ कहां कैसे कौन तक था थे नहीं ने पर बाद में यदि यह या से हैं है हो होता होती होते
`;

/** Words about programs: they show the language, and are what the question is about. */
const SUBJECTS = `
aangeroepen afbrydes anfrage anfragen anropar anslutning användare apelează appelle appelée archivo archivos arquivo
arquivos aufgerufen behandelt benutzer bestand bestanden bestandsnaam bruger bruker brukes brytes calcule chama chemin
chiama citit citită clase conexión conexão configuración configurazione configuração connessione connexion contraseña
código datei dateien dibaca dihapus dipanggil disimpan einstellungen erreur erreurs erro errore errores errori erros
erstellt fehler fehlerbehandlung fel felhantering fichier fichiers filen filer fjernes fonction fonksiyon fonksiyonu
forbindelse forbindelsen fout foutafhandeling fouten función functie funcția fungsi funksjonen funktion funktionen
funzione função függvény gebruiker gebruikt gelesen gelöscht gemacht geprüft gesetzt gespeichert gestion gestione gjør
gjøres hantera hanteras hesaplar hesaplıyor hàm indstillinger innstillinger inställningar kaldırılır kalles kjøres
klasse kodeord konfiguration konfigurationen l'errore lagres lasketaan leses lida llama luetaan läses læses læst
lösenord manejo meldung menghitung mensagem mensaje messaggio mot načítá oblicza obsługa odczytywana okunur okunuyor
olvassa passord passwort peticiones petición poistetaan regnes requisição requête requêtes richiesta roept senha
silinir siliniyor skapas slettes smaže számít tallennetaan tilkobling tratamento usuario usuwane usuwany usuário
utente utilisateur valeur verbinding verbindung verwendet verwijderd verzeichnis vytváří wachtwoord wywołuje
wywoływana xóa zugriff çağırır șterge șterse
`;

/** Function words of other languages that English texts and code have too. */
const SHARED = `
al ale alla alle als ante au av ben bo ce cet con cu cum da dan das dat de dei del della dem den der des det di die
din do du ein el en er es et eu fra hans hat hem hon il inn ja je jo kam kan la las le les lo los ma mas me med men
met mi min mir mit mod mot na nad nas ne net no nos nu ob od og om on op os ou par para pas per po pour pro qu que quo
sa sans se sem ser si sim sin so som son sui sur tai tak te tem til tu um un una van ve vi von ya za ze zu
`;

const wordsOf = (text: string): string[] => text.trim().split(/\s+/);

/** Each shows by itself that a question is not English, where no English word stands beside it. */
export const DISTINCTIVE_WORDS: ReadonlySet<string> = new Set(
  [...Object.values(DISTINCTIVE), SUBJECTS].flatMap(wordsOf),
);

/** Two or three of them show as much as one of the others. */
export const SHARED_WORDS: ReadonlySet<string> = new Set(wordsOf(SHARED));

/** What says nothing of the subject of a question that is not English. */
export const OTHER_STOP_WORDS: ReadonlySet<string> = new Set(
  [...Object.values(DISTINCTIVE), OTHER_SCRIPTS, SHARED].flatMap(wordsOf),
);
