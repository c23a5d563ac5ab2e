/** How people ask to have something remembered or forgotten, in the languages that Noek is used in most. */
const table = {
  /** Words before a request. */
  before: `hey | hi | hello | ok | okay | also | and | so | by the way | please | noek | can you | could you | would you | will you
    hallo | bitte | und | kannst du dir | könntest du dir | kannst du | könntest du
    et | y | e | por favor | per favore | alsjeblieft | 请`,
  after: 'please | bitte | from memory | from your memory',
  remember: `remember | remember this | remember the following | always remember | keep in mind | don't forget | do not forget | never forget
    save to memory | save this to memory | save to your memory | save this to your memory | save this in memory | save this in your memory
    save this info in your memory | save this info to your memory | save this information in your memory
    add this to memory | add this to your memory | store this in memory | store this in your memory
    merk dir | merke dir | merk dir bitte | merke dir bitte | merken | vergiss nicht | vergiss bitte nicht
    souviens-toi | souviens toi | n'oublie pas | recuerda | no olvides | ricorda | ricordati | non dimenticare
    lembre-se | lembre-se de | lembre-te | lembre-te de | lembra-te | lembra-te de | onthoud`,
  /** Requests to remember the sentence before. */
  rememberThat: 'remember that | remember this | keep that in mind | keep this in mind | merk dir das | merke dir das',
  forget: `forget | forget all | forget everything | forget everything you know | forget what you know | forget what i told you
    stop remembering | delete the memory | delete the memories | remove the memory | remove the memories
    vergiss | vergiss bitte | vergiss alles | vergiss bitte alles | oublie | olvida | dimentica | esqueça | vergeet`,
  /** These need none of the words below between them and what they are about. */
  rememberWhat: '记住',
  forgetWhat: '忘记 | 忘掉',
  that: "that | dass | que | qu' | che | dat",
  about: 'about | of | über',
  mine: `my | our | mein | meine | meinen | meinem | meiner | meines | unser | unsere | unseren
    mon | ma | mes | mi | mis | il mio | la mia | i miei | le mie | o meu | a minha | meus | minhas | mijn | onze`,
  self: `i | im | me | mine | we | us | i'm | i've | i'd | i'll | we're | we've | to always | to never
    ich | mir | mich | wir | uns | je | j' | moi | m' | nous | yo | soy | estoy | tengo | vivo | trabajo | somos | prefiero | quiero
    io | sono | ho | lavoro | noi | preferisco | abito | eu | sou | tenho | moro | prefiro | ik | mij | wij
    jestem | mam | ben | benim | я | мне | меня | мы`,
  /** A verb and an object that together ask to forget everything. */
  clear: 'forget | delete | erase | clear | remove | wipe | vergiss | vergiss bitte | lösche | oublie | olvida',
  everything: `my memories | your memories | your memory | all memories | all my memories | all of my memories | all your memories
    everything about me | everything you know about me | everything you remember about me | all you know about me
    alle erinnerungen | alle meine erinnerungen | alles über mich | alles, was du über mich weißt
    tout sur moi | tous mes souvenirs | todo sobre mí | todos mis recuerdos`,
  /** Reasons and times for which a thing is left aside. */
  purpose: `for | when | while | if | until | today | tonight | für | wenn | bis | heute
    pour | quand | por | para | per | quando | cuando | voor`,
  time: `now | today | tonight | once | this | the moment | a moment | a while | heute | jetzt | diesmal | aujourd'hui | l'instant
    hoy | ahora | oggi | ora | hoje | agora | vandaag | nu`,
};

/** A pattern for the words of a row of the table. */
export const words = (row: keyof typeof table): string => {
  const patterns = table[row].split(/[|\n]/).map((word) => word.trim().replaceAll("'", "['’]"));
  return `(?:${patterns.map((word) => (/\w$/.test(word) ? `${word}\\b` : word)).join('|')})`;
};

export const pattern = (source: string): RegExp => new RegExp(source, 'iu');
