/**
 * Twenty polluted files written by hand before they were first read, each with what it means. What they share with
 * polluted-file.ts is the kind of trouble, not the layout.
 */
import iconv from 'iconv-lite';

/** Name, content, and rows with their cells joined by a sign that none of them holds. */
export const HELD_BACK_FILES: readonly (readonly [string, string | Buffer, readonly string[]])[] = [
  [
    'semicolons, decimal commas, a title, CRLF',
    'Kontoauszug\r\nTag;Betrag;Text\r\n01.02.2024;1,50;Brot, Milch\r\n03.02.2024;-7,25;Kino\r\n04.02.2024;12,00;Lohn\r\n',
    [
      'Kontoauszug',
      'Tag¦Betrag¦Text',
      '01.02.2024¦1,50¦Brot, Milch',
      '03.02.2024¦-7,25¦Kino',
      '04.02.2024¦12,00¦Lohn',
    ],
  ],
  [
    'tabs without a header',
    '1\tLima\t3.5\n2\tRome, Italy\t4.25\n3\tOslo\t-1\n4\tBonn\t0.75\n',
    ['1¦Lima¦3.5', '2¦Rome, Italy¦4.25', '3¦Oslo¦-1', '4¦Bonn¦0.75'],
  ],
  [
    'single quotes with apostrophes doubled',
    "'id','who','said'\n'1','O''Hara','well, yes'\n'2','Ann','no'\n'3','Lee','it''s late'\n",
    ['id¦who¦said', "1¦O'Hara¦well, yes", '2¦Ann¦no', "3¦Lee¦it's late"],
  ],
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
    'prose in quotes over several lines',
    'id,text\n1,"First.\n\nSecond, with ""quotes""."\n2,"One line."\n3,plain\n',
    ['id¦text', '1¦First.\n\nSecond, with "quotes".', '2¦One line.', '3¦plain'],
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
    'a quote left open in the second of many rows',
    `id,name,n\n1,"Ann,5\n2,Bob,6\n3,"Cy, Jr.",7\n4,Di,8\n5,Ed,9\n`,
    ['id¦name¦n', '1¦"Ann¦5', '2¦Bob¦6', '3¦Cy, Jr.¦7', '4¦Di¦8', '5¦Ed¦9'],
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
  [
    'blanks between columns of numbers',
    'x y z\n1 2 3\n4 5 6\n7 8 9\n10 11 12\n',
    ['x¦y¦z', '1¦2¦3', '4¦5¦6', '7¦8¦9', '10¦11¦12'],
  ],
  [
    'comma and blank, with quotes',
    'name, city, age\n"Doe, Jo", Rome, 31\nRay, "Oslo, N", 44\nKim, Lima, 27\n',
    ['name¦city¦age', 'Doe, Jo¦Rome¦31', 'Ray¦Oslo, N¦44', 'Kim¦Lima¦27'],
  ],
  [
    'three tables with blank lines between them',
    'id,n\n1,4\n2,5\n\nid,n\n7,8\n9,1\n\nsum,n\nall,18\n',
    ['id¦n', '1¦4', '2¦5', 'id¦n', '7¦8', '9¦1', 'sum¦n', 'all¦18'],
  ],
];
