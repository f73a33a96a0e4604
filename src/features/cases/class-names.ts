// Classes by name, for sources that give no code. What is kept of a name is a fingerprint: enough to recognise it exactly, and
// the same whether or not the operator has imported the official tables, on which no fact may depend.
import { nameKey } from '../../documents/name-key.ts';
import { CLASS_PARENTS } from './class-tree.ts';

/** Of each class in the order of class-tree.ts: 32-bit FNV-1a of the normalised name, to base 36. No two names share one. */
const FINGERPRINTS = `
1ln8bwh gd7d2x 18jop00 1t9cy5p 6wc06m jam19o 116nimo ruw7jn thvro8 1fiz2wm fjdq8j 1v1fzk6 138dev9 1t1z5m3
2x6vce gljxm 1c80h3d 1ywsb8v aqg2yn 1n41mt0 17uvgr7 1iiiwna 1ou3k9v f61t68 1c80h3d z3vmri 174ts2r co4cx8
1pmh6q4 r82cvc wjaxed 16cfbqd 82im09 1c80h3d 1yesx7s 1gx6nkh q2kbli p2zq66 gl2y9p btxldt 1522emz 1gy44bu
1qd0apk 1c2dycp 1c9l6vc 1d6jc0l 1wwzv80 ycxivh q0o0ra vnunvt boun8q c0daiv ejgcs sku6wg g6xv0p 1gqb3b5
1n42iw5 kf9no5 11fwl2f 14uwauu 1ty7yoz d0mf3a sbqc4v 1vrffl5 wnoyc6 rwria 1a4an5h 1hw5tna 1n230s4 pm0a6s
aqg2yn 1lc4oxo 1gn57kt t1n68y 1q1hrvl pgimcr 129gng9 jqkprp bj13ob 1w9v0mo 1u2dryt 6gg376 lbbyte 4stsvl
14h6rkm 1fd7jlr t0qgdp nkvcxi aqg2yn 1fd7jlr 1iedsb9 177rgjc pm0a6s ma7a0q 14ccmtc p82g33 12imghu 1yp76hh
kdstc7 120zdu7 ut2vrq 12w7dgq n7k2qe 1mxlqdb 1t36r9u sndvj2 14h6rkm yeb027 172wii3 1s61daz 9w4wi9 1l88jo6
f7bsir e1omih 1unns40 bbxz35 10ifxr dxqxsb itmy3i 1iqgzc6 1failxj 5r6ec rcmc6e 1frjgxn 17whkr6 po9648
mfo3a0 1992xt5 ghu0kq 1ktyqf7 1oaddo9 atqbg0 80x7sq 46ss33 180f63l ty2t1w 1xqftdb uycdzj 1eyrwci ssrxp
13zxuj6 wmp4wz 5w323s 1hp052t 1eq24eh zgadlw 10n5que 1rvlkaz 1hux41x wdrs83 19b6qfd 1okrjun 10i42c3
1q2vb9f ttxj3k 1sfqt4g 1frjgxn 1s4tjp 1l9v7ze iu14lv jzej4f 1bdv5n1 5b1nti o4cdcp 1cuzwt8 167usz1 17rxvcu
1mrwl3 1mrwl3 1cdr3sy 15kep18 nnjeda uhihc3 h8cucl 1kdwbgp 1l52iq5 jqnfi0 kv0b3d 1n805j1 vsqgtr 237jbs
1wv7g5q b6075u 2lyspw mgxpr4 nd08lv rybu7q 184xfbr z2qfh9 12bq1h2 1w3ehxd 1td7thg 2a9bjk yciouj vwo0lt
556xi8 qii47j 1bs2jp4 1crpka4 y9mga6 tgpz88 89ypf8 1a5cdq2 1f9lg3n o9z3r3 1fn1hnj wb11d6 hrq47z 1t0477z
1iit8xx 1mffk3r b6b8e9 1kuz1jf uf83bl ktngtt o7m2um qtgpp9 ejgcs 7yk28j 4a1q74 1a8htuq 72w38b 1z2u08
c4tvdj 1jwipga 1qcf624 mjsax9 168mvzl 1nfcok 688btd 1aof4b 1quzwkr w20e0u 46kqvg 1wnjvnn 1vrffl5 wnoyc6
g6xv0p m1erkc 1bspcrt 1svojlc 1kum1z 16frg02 5a7bot qtgpp9 14e9fi2 nlo5jm lpwlfp 10y23yl wi7f7u mkipc8
1ts2iyg d98zdw 133ofqs yox4az q3lxyz o7m2um 1rq042k u0ghum 9utxlw bb78mp 138ndvf 170853y 18gryrf 1otin0k
kdjfq 8nsumu 18d5klb 1072319 npflpv 1b1v3xw 8mzalh 1rn28je 5a7bot qtgpp9 1szc3og 1li9wc3 4uj78z 198tij2
gimh8h 1mu8ee 97b7cv mbmli 12vv8pq rmb225 wl9kdq 1axghoe jvah75 183mm2e kioh84 1lly64p m1erkc 1awk2ge
qvme1e 1t5aw2j 1d0xbt9 1unfasi 1dkxjgu 1510sfc 1rsu4ct vbg0ap 1x6uyi4 1mfnd6g x7uxdz kgdqka ktngtt 1sxxboq
1g8q2r6 1hoxw85 1628476 4pt3di l7j7iw 17zjwx2 4mllnk 1doe28v 1mtwa9 1kum1z f7bsir f7bsir 3zwua7 1xqftdb
gqd1j3 10hmv9m yg9kx9 1eo8w3y f2u9m9 5o09od vqxhdr 12isiey fzcmnw 1255hvy 4v6pc4 ktngtt 1a4an5h rwria
d18xd1 ufs405 klvtc1 1yr9jm3 xph85a 1aysfw8 tnhvdq 1lvujxu 1tkrvbe jdwffu 6si8hz iqqio4 50eg88 1i5zb8n
duy0lz 1mtmxg1 ktngtt k0evjj t1n68y 1eo58v7 1bhagm5 1hw5tna 4mllnk ltmaku 9usod3 lzpt2w syd5on 1w9v0mo
1690cl1 159cfzd 2a5ang 4x49c1 1992xt5 ttxj3k dtc6pu 15r5d9a 503bh v5miel b5kifr 1jeuje6 1t0477z 19q5drq
1eq24eh uycdzj 1eyrwci 1b1ec6e rmb225 16141gv 1sj08j3 vxbbf0 cnx9j1 1g96a2h 1vn36d 17lqjui al9tm6 1l40itb
yswuqx 1iqhiw2 1wjy7n8 zht16r 1eo80fb almywn j9bir7 1ijij77 5x2lzr 1iqj334 1s61daz 138dev9 x5g24j 628ji2
54cbtv n8s9dv vwtuaj hyykwo 1w34nmq erhshe 6i0k99 1tma56m 1ixk32r 1968o3x 7vqgkk 1u7msnw hyu111 3e3gjb
102eepo nbkhkg fa14kq nimgvj s97lq7 1ee33ej 2etxox lbz44i 19w5cp1 5f5jja 1sj08j3 1cn8vq9 1pqvel2 189rw9h
1adukf0 1se4v95 atjin6 zpjotp 1362npe rvm1pe 1xz6tbm swwrfj 3j8wxq kupkfj u7miam e718yv hf5xn8 1er2kfi
1da4nmr 12qde3g yea0iz vaugwn esrr3f wl7uo8 1t06cio 1g38o61 1dg2uq3 1kt2m72 itmy3i 1sz0iuy wfpczo emgyst
yeb027 1pmxy7i 1jn5yge xkrs0f 1eyrwci 1qu72r3 ev2ciu 12frums 1iyik8l uycdzj 503bh 14uwauu 1pqto53 1iwko3n
rcmc6e zgwovn 8s49ss 1frjgxn 1e3qfr s2e813 1ag57r1 10ifxr 1ni3rgq 9xn8c7 ghu0kq bo3lz8 1xaqmus 10re48
1op0ryp 1mtz6tb 1bngi79 14w6hwx 2cramv a8lh22 xxfp87 583rd ujymnu 14bauhf 1o1dnk4 h0bemn s1ivoh 9x4ciy
19x6fjc 1sj08j3 1u2dryt 6gg376 1ya82pz 1jq8y9c 1ai6jhf 132m2vr yeb027 lncuqc 1wwvijr m7efnn qh6uk3 egxl83
199v9p7 1lgzi3w 1cgvp1i bf3z4x r53w54 50wd4y 10wbsmk q146p6 1d0xmqv qh6uk3 1pyuh6k 86s03a 1y0uudo 1y0uudo
vbgnto 1rh1uj8 f6pf1f khf4ld 1xame4s rs9k5 41h8zc k7ju8w 2x6vce fjdq8j e54vcf 1s61daz yeb027 1jp3s8j
126q5wx aygpa1 1lwiqjv 1wvwmry 182rnyk d8gnym lclvgi hcbhv6 18p4lj4 1o20u3s 17j7d2z 1xv0zve 1888qjf t7a76
xjkjzg 1a5u6r4 m745ge 14hrum6 16at3cr 1m7wlav 1sfbef ad79ux 1on3gxv 7elumx 823dmh 1bct1bm 1jz7j2j pohhge
123o8dz kp51o0 btakbs 1ayp51d 1uk9ccb 183leeq 1lznf1w 1q1mmj4 1g7ex3a 1ubi7jg 1n18pha itmy3i g48k09 ltoq0n
1b7waw4 1h49mos 1na7ejn 1agnzgf ll9cdh b1jng8 1eo80fb s9yo9n d6n61c 1s61daz 18n7x2b mx32mg 1q4uqo0 10vnpv4
1e4qr9e 1g659uq t04b05 1b5e3t1 1ueonrj qqj484 k95v4k 1xbjbiu 4p51jl 1bp82mm 11or7n2 1d48uvp 41ppk7 w0c1ye
l9g4cc lg8rh0 hbrfu3 24acv9 eojceo 19dvtbz klvimf 1uwgcnr 14hw2yt i5al4g 14hqcbn 1w1zgqw g0xtav 16vcl4e
16141gv lzpt2w sikset 1kxx5lo 333w51 ibtdft 14hw2yt 13s2q02 1px2lav duy0lz 1y4j8o 1t1334l 1oa6fug 1wja4b0
1mlxnfr snnc6j 1r2bt8e 1sk815r hp42t7 rwwm38 5iaokq 1midsys h3n5gv 1jrgb80 1qtk34x 1vx24qb 1r5165g 11vm2h3
6t8q5g emxzpc 1hoxw85 1b1v3xw cwn1x5 1jf27ym 1eo58v7 1t0477z 7dhgti 1w9v0mo 11ys5d9 jmt9ox kr8bbj 2a5ang
1eq24eh ttxj3k ck32x5 2d294p 1fd7jlr 3k55pv cnx9j1 4x49c1 syd5on 1b1ec6e rmb225 1mtmxg1 15r5d9a dtc6pu
v065wp sikset 7370jp ktngtt 190uwx9 1maek0w 1etb5is rm9ex8 14eylua 1gn57kt 1sj08j3 113kjwh 1i5zb8n 31jx4b
vxbbf0 1fywzng hldo8r nj053e 1scyh3i kf4jrv gi5m4i 1bh8fp9 yswuqx 1g4ombs 16uek0a ssrxp ev2ciu 1dpd1z4
1ppgrqi 9xn8c7 rcmc6e po9648 1cq756z wjaxed 1cdr3sy 1522emz c3pr6z nu3xc8 46ss33 1a24xyl 7ox6ye 1hw5tna
a8lh22 buz2id xxfp87 1w53rza 1iwko3n 11lh58q 1jp6kfp 503bh 1eyrwci d661kt erhshe pncea4 wnoyc6 11l97tl
1vrffl5 h0odr8 1dr8dul 11avenu 1wjy7n8 1xkvmwm 8plyyx 1iedsb9 9usod3 1r0vit0 d42x1d 8nr3g2 1522emz 1kqhte9
18jop00 6uyvzf e6q7hi 8rpro8 8ez68j 1ll15qd m59hrq 1eo80fb 138dev9 1f34r4b 1pqzfo8 f23811 lcdfx4 dai8op
w7vvx1 suiv2y 1n7gynq 956ugl suiv2y uqx90n 1adf2yp 1xb20gi bempft 5fwa46 1u5sx6 vkzsm1 44qbyc k5h54a
1qd1cgv 171woq9 6wnq73 7216yg 81cf22 9uj8x1 vxbbf0 fqpfe0 1k88ka4 188fo8p 1qfcctt ujbkzd 1vy68wg 6t8q5g
d8u3zq 1y9tn4x w6fahm 1pjl5f0 1r3uyq3 gbia70 8a46o4 9usod3 qbzfwz 1aufyxs fz4251 17gnq58 luicix s4tcwb
aijzdp 1vkgczv g3tw1c kdf5iw f0ihac m4urbe 1jcji81 syj5b0 vv0m2x 844hrj 2yt1xk jfnhx3 qanoda 15l8kw9
1mtlw66 1mtlw66 1eexeqm 1ehxo2w 2v73s5 14idv6f 1difpxd 13iltcw 1sxehwx 7uqai9 w37jb0 wf3a73 wy79o9 qzpfo7
ffgnh2 1bhslb5 150k867 kq0u52 1i962ir m9fo7r 18tlme4 dkql04 10z7ztu d661kt
`;

const codesByFingerprint = readFingerprints(FINGERPRINTS);

function readFingerprints(text: string): Map<string, number[]> {
  const codes = new Map<string, number[]>();
  const fingerprints = text.trim().split(/\s/);
  for (const [place, code] of [...CLASS_PARENTS.keys()].entries()) {
    const fingerprint = fingerprints[place] ?? '';
    codes.set(fingerprint, [...(codes.get(fingerprint) ?? []), code]);
  }
  return codes;
}

/** Every class of that name, in any branch of the tree. */
export function listClassesNamed(name: string): readonly number[] {
  return codesByFingerprint.get(fingerprintOf(nameKey(name))) ?? [];
}

function fingerprintOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}
