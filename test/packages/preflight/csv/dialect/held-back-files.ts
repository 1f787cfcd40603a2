/**
 * Polluted files written by hand before they were first read, each with what it means: trouble that polluted-file.ts does
 * not make.
 */
import iconv from 'iconv-lite';

/** Name, content, and rows with their cells joined by a sign that none of them holds. */
export const HELD_BACK_FILES: readonly (readonly [string, string | Buffer, readonly string[]])[] = [
  [
    'backslashes and single quotes',
    "'id','who','said'\n'1','O\\'Hara','well, yes'\n'2','Ann','no'\n'3','Lee','it\\'s late'\n",
    ['id¦who¦said', "1¦O'Hara¦well, yes", '2¦Ann¦no', "3¦Lee¦it's late"],
  ],
  [
    'apostrophes that are no quotes',
    "id,town,note\n1,'s-Hertogenbosch,3.50\n2,L'Aquila,4\n3,Val-d'Or,5\n4,'t Harde,6\n",
    ['id¦town¦note', "1¦'s-Hertogenbosch¦3.50", "2¦L'Aquila¦4", "3¦Val-d'Or¦5", "4¦'t Harde¦6"],
  ],
  [
    'one column',
    'name\nAda Byron\nJean Bartik\nMary Kenneth Keller\n',
    ['name', 'Ada Byron', 'Jean Bartik', 'Mary Kenneth Keller'],
  ],
  ['one column of numbers, no line end', 'value\n1\n22\n333', ['value', '1', '22', '333']],
  [
    'two double header rows over pipes',
    'Item|2023||2024|\n|Q1|Q2|Q1|Q2\nRent|10|11|12|13\nFood|5|6|7|8\nFun|1|2|3|4\n',
    ['Item¦2023¦¦2024¦', '¦Q1¦Q2¦Q1¦Q2', 'Rent¦10¦11¦12¦13', 'Food¦5¦6¦7¦8', 'Fun¦1¦2¦3¦4'],
  ],
  [
    'times and addresses full of colons',
    'at,host,level\n10:15:00,http://a.example/x,info\n10:16:30,http://b.example/y,warn\n10:17:59,http://c.example/z,info\n',
    [
      'at¦host¦level',
      '10:15:00¦http://a.example/x¦info',
      '10:16:30¦http://b.example/y¦warn',
      '10:17:59¦http://c.example/z¦info',
    ],
  ],
  [
    'semicolons in cells of a comma file',
    'id,tags,n\n1,a;b;c,4\n2,d;e,5\n3,f;g;h;i,6\n4,j,7\n',
    ['id¦tags¦n', '1¦a;b;c¦4', '2¦d;e¦5', '3¦f;g;h;i¦6', '4¦j¦7'],
  ],
  [
    'blanks around quoted cells',
    'a;b;c\n"x" ;"y; z" ;"1"\n"u" ;"v" ;"2"\n',
    ['a¦b¦c', 'x¦y; z¦1', 'u¦v¦2'],
  ],
  [
    'an inch sign at the end of a cell',
    'part,size,price\nnut,1/2",0.10\nbolt,3",0.25\nrod,12",2.00\n',
    ['part¦size¦price', 'nut¦1/2"¦0.10', 'bolt¦3"¦0.25', 'rod¦12"¦2.00'],
  ],
  [
    'mixed line ends and separators at the end of each row',
    'a,b,c,\r\n1,2,3,\n4,5,6,\r7,8,9,\n',
    ['a¦b¦c¦', '1¦2¦3¦', '4¦5¦6¦', '7¦8¦9¦'],
  ],
  [
    'rows that get wider',
    'k,v\na,1\nb,1,2\nc,1,2,3\nd,1\ne,2\nf,3\n',
    ['k¦v', 'a¦1', 'b¦1¦2', 'c¦1¦2¦3', 'd¦1', 'e¦2', 'f¦3'],
  ],
  [
    'UTF-16, big end first, semicolons',
    iconv.encode('Név;Összeg\nKovács Ödön;12,5\nNagy Éva;7,25\nKiss Ida;3\n', 'utf-16be', {
      addBOM: true,
    }),
    ['Név¦Összeg', 'Kovács Ödön¦12,5', 'Nagy Éva¦7,25', 'Kiss Ida¦3'],
  ],
];
