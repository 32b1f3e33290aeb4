// The champion's weights, written by research/champion.py: do not edit. How they enter the value is
// in heuristics.hpp.
//
// Logistic regressions of "the attacker wins" on 7x7, in thousandths. Each line has a weight at 25
// blank squares and how it changes with the phase p = (blanks - 25) / 12: the factors of p and p^2.
// An attacker's own evaluation is fitted to winners proved by the solver; a defender's is a blend
// of that and of a fit to results of games that imperfect players played on.
#pragma once

namespace lastknight {

struct ChampionWeight {
  int level, slope, curve;
};

// A attacker's evaluation with the attacker to move.
constexpr ChampionWeight attacker_weights_attacker_moves[] = {
    {0, 0, 0},            // attacker: 0 moves
    {45, 162, 742},       // attacker: 1 moves
    {162, 98, 734},       // attacker: 2 moves
    {272, 470, 343},      // attacker: 3 moves
    {476, 1012, -198},    // attacker: 4 moves
    {614, 1501, -997},    // attacker: 5 moves
    {1095, 1320, -1304},  // attacker: 6 moves
    {2022, -217, -246},   // attacker: 7 moves
    {0, 0, 0},            // attacker: 8 moves
    {-468, 235, 38},      // attacker in 2: squares
    {391, 44, -139},      // attacker in 2: odd
    {469, 448, -53},      // attacker in 2: two
    {1381, 178, -111},    // attacker in 2: four
    {-327, -434, 339},    // attacker in 3: squares
    {31, 25, 192},        // attacker in 3: odd
    {52, 80, -28},        // attacker in 3: two
    {309, 373, -246},     // attacker in 3: four
    {-276, -349, 269},    // attacker in 4: squares
    {267, -80, 202},      // attacker in 4: odd
    {833, -862, 356},     // attacker in 4: two
    {1290, -227, -114},   // attacker in 4: four
    {6177, -3311, 2985},  // defender: 0 moves
    {218, -12, -283},     // defender: 1 moves
    {199, 494, -462},     // defender: 2 moves
    {197, 605, -284},     // defender: 3 moves
    {177, 802, -260},     // defender: 4 moves
    {17, 1116, -21},      // defender: 5 moves
    {-142, 1546, -343},   // defender: 6 moves
    {-245, 2034, -802},   // defender: 7 moves
    {0, 0, 0},            // defender: 8 moves
    {676, -178, -207},    // defender in 2: squares
    {-336, 40, 136},      // defender in 2: odd
    {-511, 322, -86},     // defender in 2: two
    {-1268, 501, 192},    // defender in 2: four
    {46, -151, -103},     // defender in 3: squares
    {62, 131, -191},      // defender in 3: odd
    {56, 241, -153},      // defender in 3: two
    {5, 272, 190},        // defender in 3: four
    {-204, 236, -242},    // defender in 4: squares
    {-59, 130, -206},     // defender in 4: odd
    {-414, 554, -142},    // defender in 4: two
    {-457, 266, 173},     // defender in 4: four
    {250, -653, 542},     // shared 1, 1
    {428, -675, 154},     // shared 2, 2
    {332, -461, 130},     // shared 4, 4
    {-129, -174, -35},    // shared 2, 4
    {-617, 694, -221},    // shared 4, 2
};

// A defender's evaluation with the attacker to move.
constexpr ChampionWeight defender_weights_attacker_moves[] = {
    {0, 0, 0},            // attacker: 0 moves
    {265, 410, 325},      // attacker: 1 moves
    {252, 268, 414},      // attacker: 2 moves
    {235, 527, 233},      // attacker: 3 moves
    {291, 822, -35},      // attacker: 4 moves
    {324, 1169, -468},    // attacker: 5 moves
    {566, 1031, -572},    // attacker: 6 moves
    {1019, 143, -12},     // attacker: 7 moves
    {0, 0, 0},            // attacker: 8 moves
    {-336, 129, 78},      // attacker in 2: squares
    {210, -5, -76},       // attacker in 2: odd
    {232, 147, -11},      // attacker in 2: two
    {788, -162, -16},     // attacker in 2: four
    {-123, -235, 179},    // attacker in 3: squares
    {19, -61, 140},       // attacker in 3: odd
    {50, -58, 35},        // attacker in 3: two
    {210, 41, -71},       // attacker in 3: four
    {-73, -209, 126},     // attacker in 4: squares
    {174, -82, 114},      // attacker in 4: odd
    {618, -574, 172},     // attacker in 4: two
    {861, -176, -60},     // attacker in 4: four
    {4675, -2984, 2962},  // defender: 0 moves
    {52, 65, 314},        // defender: 1 moves
    {63, 479, 24},        // defender: 2 moves
    {127, 573, 18},       // defender: 3 moves
    {127, 837, -119},     // defender: 4 moves
    {24, 1165, -244},     // defender: 5 moves
    {-40, 1399, -385},    // defender: 6 moves
    {165, 1440, -678},    // defender: 7 moves
    {0, 0, 0},            // defender: 8 moves
    {379, -10, -128},     // defender in 2: squares
    {-170, 21, 80},       // defender in 2: odd
    {-311, 262, -75},     // defender in 2: two
    {-756, 357, 116},     // defender in 2: four
    {-10, -30, -60},      // defender in 3: squares
    {30, 87, -115},       // defender in 3: odd
    {-18, 183, -100},     // defender in 3: two
    {-51, 120, 114},      // defender in 3: four
    {-164, 156, -111},    // defender in 4: squares
    {-51, 71, -125},      // defender in 4: odd
    {-326, 323, -77},     // defender in 4: two
    {-295, 40, 49},       // defender in 4: four
    {300, -647, 445},     // shared 1, 1
    {312, -420, 82},      // shared 2, 2
    {225, -264, 51},      // shared 4, 4
    {-22, -112, 12},      // shared 2, 4
    {-452, 356, -80},     // shared 4, 2
};

// A attacker's evaluation with the defender to move.
constexpr ChampionWeight attacker_weights_defender_moves[] = {
    {-6654, 1859, -3425},  // attacker: 0 moves
    {315, -821, 693},      // attacker: 1 moves
    {335, -871, 657},      // attacker: 2 moves
    {375, -484, 416},      // attacker: 3 moves
    {525, -143, 0},        // attacker: 4 moves
    {581, 453, -639},      // attacker: 5 moves
    {594, 1158, -1083},    // attacker: 6 moves
    {1032, 1211, -1264},   // attacker: 7 moves
    {0, 0, 0},             // attacker: 8 moves
    {-493, 260, 186},      // attacker in 2: squares
    {319, -131, 10},       // attacker in 2: odd
    {458, 95, -235},       // attacker in 2: two
    {1204, -322, -103},    // attacker in 2: four
    {-407, -302, 351},     // attacker in 3: squares
    {88, 134, 26},         // attacker in 3: odd
    {224, -65, 293},       // attacker in 3: two
    {428, 613, -215},      // attacker in 3: four
    {3, -410, 31},         // attacker in 4: squares
    {209, -123, 115},      // attacker in 4: odd
    {593, -670, 247},      // attacker in 4: two
    {1090, -539, 50},      // attacker in 4: four
    {0, 0, 0},             // defender: 0 moves
    {-93, -298, -647},     // defender: 1 moves
    {25, -42, -891},       // defender: 2 moves
    {91, -198, -237},      // defender: 3 moves
    {90, -221, -13},       // defender: 4 moves
    {111, -215, 247},      // defender: 5 moves
    {-38, 319, 223},       // defender: 6 moves
    {-25, 382, 167},       // defender: 7 moves
    {0, 0, 0},             // defender: 8 moves
    {465, -257, 18},       // defender in 2: squares
    {-294, 185, 12},       // defender in 2: odd
    {-385, 38, 178},       // defender in 2: two
    {-1091, 620, 109},     // defender in 2: four
    {323, 188, -434},      // defender in 3: squares
    {-19, -87, -18},       // defender in 3: odd
    {-96, 116, -79},       // defender in 3: two
    {-290, -327, 433},     // defender in 3: four
    {-124, 110, -313},     // defender in 4: squares
    {-153, 253, -17},      // defender in 4: odd
    {-498, 870, -299},     // defender in 4: two
    {-733, 996, 204},      // defender in 4: four
    {285, -740, 315},      // shared 2, 3
    {-318, 608, -705},     // shared 3, 2
    {274, -297, 121},      // shared 3, 4
    {-278, 254, 34},       // shared 4, 3
};

// A defender's evaluation with the defender to move.
constexpr ChampionWeight defender_weights_defender_moves[] = {
    {-5116, 1704, -3303},  // attacker: 0 moves
    {461, -440, 182},      // attacker: 1 moves
    {385, -504, 268},      // attacker: 2 moves
    {325, -263, 192},      // attacker: 3 moves
    {381, -88, 29},        // attacker: 4 moves
    {403, -6, -42},        // attacker: 5 moves
    {280, 428, -238},      // attacker: 6 moves
    {519, 385, -316},      // attacker: 7 moves
    {0, 0, 0},             // attacker: 8 moves
    {-312, 95, 148},       // attacker in 2: squares
    {192, -145, 34},       // attacker in 2: odd
    {267, -57, -67},       // attacker in 2: two
    {754, -423, -16},      // attacker in 2: four
    {-188, -188, 167},     // attacker in 3: squares
    {62, 19, 44},          // attacker in 3: odd
    {205, -176, 195},      // attacker in 3: two
    {317, 175, -99},       // attacker in 3: four
    {52, -210, 0},         // attacker in 4: squares
    {145, -75, 56},        // attacker in 4: odd
    {443, -417, 107},      // attacker in 4: two
    {760, -328, -18},      // attacker in 4: four
    {0, 0, 0},             // defender: 0 moves
    {-242, -250, -87},     // defender: 1 moves
    {-46, 77, -389},       // defender: 2 moves
    {97, -146, -8},        // defender: 3 moves
    {162, -107, -15},      // defender: 4 moves
    {266, -230, 121},      // defender: 5 moves
    {220, -15, 111},       // defender: 6 moves
    {277, -17, 91},        // defender: 7 moves
    {0, 0, 0},             // defender: 8 moves
    {301, -97, -62},       // defender in 2: squares
    {-171, 90, 25},        // defender in 2: odd
    {-219, 69, 63},        // defender in 2: two
    {-695, 476, 30},       // defender in 2: four
    {135, 156, -212},      // defender in 3: squares
    {-13, -11, -55},       // defender in 3: odd
    {-126, 153, -87},      // defender in 3: two
    {-222, -150, 207},     // defender in 3: four
    {-120, 120, -137},     // defender in 4: squares
    {-109, 151, -31},      // defender in 4: odd
    {-393, 513, -137},     // defender in 4: two
    {-476, 472, 137},      // defender in 4: four
    {254, -419, 140},      // shared 2, 3
    {-305, 389, -285},     // shared 3, 2
    {203, -186, 62},       // shared 3, 4
    {-175, 152, 10},       // shared 4, 3
};

}  // namespace lastknight
