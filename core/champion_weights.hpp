// The champion's weights, written by `lastknight discover --recipe champion`: do not edit. How they
// enter the value is in champion.hpp.
//
// Logistic regressions of "the attacker wins" on 7x7, in thousandths. Each line has a weight at 25
// blank squares and how it changes with the phase p = (blanks - 25) / 12: the factors of p and p^2.
// An attacker's own evaluation is fitted to winners proved by the solver, a defender's to results
// of games that imperfect players played on, and then changed by factors that win more games.
#pragma once

namespace lastknight {

struct ChampionWeight {
  int level, slope, curve;
};

// An attacker's evaluation with the attacker to move.
constexpr ChampionWeight attacker_weights_attacker_moves[] = {
    {0, 0, 0},            // attacker: 0 moves
    {277, 36, 590},       // attacker: 1 moves
    {428, -119, 237},     // attacker: 2 moves
    {550, 341, -330},     // attacker: 3 moves
    {634, 881, -471},     // attacker: 4 moves
    {797, 1368, -1313},   // attacker: 5 moves
    {1124, 542, -1773},   // attacker: 6 moves
    {2710, 1103, 475},    // attacker: 7 moves
    {0, 0, 0},            // attacker: 8 moves
    {-452, 263, 14},      // attacker in 2: squares
    {390, -128, -148},    // attacker in 2: odd
    {466, 392, -46},      // attacker in 2: two
    {1378, -60, -278},    // attacker in 2: four
    {-366, -391, 276},    // attacker in 3: squares
    {71, 45, 277},        // attacker in 3: odd
    {110, 83, 147},       // attacker in 3: two
    {381, 432, -229},     // attacker in 3: four
    {-320, -362, 246},    // attacker in 4: squares
    {221, 15, 249},       // attacker in 4: odd
    {785, -833, 382},     // attacker in 4: two
    {1193, -187, -54},    // attacker in 4: four
    {5251, -3188, 4112},  // defender: 0 moves
    {188, 744, 326},      // defender: 1 moves
    {158, 481, -573},     // defender: 2 moves
    {262, 583, -641},     // defender: 3 moves
    {215, 621, -452},     // defender: 4 moves
    {204, 607, -511},     // defender: 5 moves
    {113, 1544, -1522},   // defender: 6 moves
    {389, 122, -538},     // defender: 7 moves
    {0, 0, 0},            // defender: 8 moves
    {659, -170, -137},    // defender in 2: squares
    {-307, 68, 19},       // defender in 2: odd
    {-521, 282, -172},    // defender in 2: two
    {-1298, 646, 96},     // defender in 2: four
    {100, -39, -142},     // defender in 3: squares
    {54, 29, -203},       // defender in 3: odd
    {37, 288, -133},      // defender in 3: two
    {14, 260, 281},       // defender in 3: four
    {-193, 312, -173},    // defender in 4: squares
    {-68, 41, -169},      // defender in 4: odd
    {-425, 509, -216},    // defender in 4: two
    {-440, 110, 148},     // defender in 4: four
    {280, -531, 720},     // shared 1, 1
    {365, -587, 115},     // shared 2, 2
    {339, -533, 161},     // shared 4, 4
    {-102, -124, -12},    // shared 2, 4
    {-591, 684, -240},    // shared 4, 2
};

// An attacker's evaluation with the defender to move.
constexpr ChampionWeight attacker_weights_defender_moves[] = {
    {-6034, 2716, -4464},  // attacker: 0 moves
    {389, -747, 83},       // attacker: 1 moves
    {447, -665, 251},      // attacker: 2 moves
    {473, -442, 61},       // attacker: 3 moves
    {568, -109, -430},     // attacker: 4 moves
    {649, 458, -1059},     // attacker: 5 moves
    {429, 249, -203},      // attacker: 6 moves
    {994, -612, 1574},     // attacker: 7 moves
    {0, 0, 0},             // attacker: 8 moves
    {-517, 257, 132},      // attacker in 2: squares
    {357, -45, -93},       // attacker in 2: odd
    {508, 192, -121},      // attacker in 2: two
    {1335, -188, -86},     // attacker in 2: four
    {-459, -302, 302},     // attacker in 3: squares
    {51, 133, 43},         // attacker in 3: odd
    {196, -97, 280},       // attacker in 3: two
    {403, 531, -239},      // attacker in 3: four
    {-10, -374, 79},       // attacker in 4: squares
    {199, -112, 158},      // attacker in 4: odd
    {582, -657, 242},      // attacker in 4: two
    {1022, -293, -2},      // attacker in 4: four
    {0, 0, 0},             // defender: 0 moves
    {13, -495, -543},      // defender: 1 moves
    {83, -285, -479},      // defender: 2 moves
    {103, -587, -50},      // defender: 3 moves
    {74, -567, 250},       // defender: 4 moves
    {144, -387, 101},      // defender: 5 moves
    {-452, 1697, -1248},   // defender: 6 moves
    {-1143, 1372, 378},    // defender: 7 moves
    {0, 0, 0},             // defender: 8 moves
    {513, -278, -65},      // defender in 2: squares
    {-290, 117, 138},      // defender in 2: odd
    {-369, -46, 274},      // defender in 2: two
    {-1030, 487, 138},     // defender in 2: four
    {320, 146, -336},      // defender in 3: squares
    {15, -55, -163},       // defender in 3: odd
    {-90, 186, -83},       // defender in 3: two
    {-267, -139, 301},     // defender in 3: four
    {-110, 146, -274},     // defender in 4: squares
    {-146, 218, -97},      // defender in 4: odd
    {-512, 864, -367},     // defender in 4: two
    {-804, 859, 307},      // defender in 4: four
    {258, -781, 279},      // shared 2, 3
    {-358, 727, -700},     // shared 3, 2
    {327, -406, 185},      // shared 3, 4
    {-278, 265, -18},      // shared 4, 3
};

// A defender's evaluation with the attacker to move.
constexpr ChampionWeight defender_weights_attacker_moves[] = {
    {0, 0, 0},            // attacker: 0 moves
    {801, 193, 758},      // attacker: 1 moves
    {787, 54, 763},       // attacker: 2 moves
    {733, 398, 39},       // attacker: 3 moves
    {695, 785, -551},     // attacker: 4 moves
    {762, 1021, -1391},   // attacker: 5 moves
    {890, 848, -1753},    // attacker: 6 moves
    {1148, 1360, -214},   // attacker: 7 moves
    {0, 0, 0},            // attacker: 8 moves
    {-517, 125, 117},     // attacker in 2: squares
    {322, -74, -134},     // attacker in 2: odd
    {337, 79, -56},       // attacker in 2: two
    {1190, -280, -102},   // attacker in 2: four
    {-179, -130, 288},    // attacker in 3: squares
    {37, -50, 344},       // attacker in 3: odd
    {92, -68, 243},       // attacker in 3: two
    {283, 3, -57},        // attacker in 3: four
    {-117, -128, 202},    // attacker in 4: squares
    {164, -35, 244},      // attacker in 4: odd
    {775, -376, 339},     // attacker in 4: two
    {1020, -113, -34},    // attacker in 4: four
    {4634, -1716, 6506},  // defender: 0 moves
    {49, 324, 649},       // defender: 1 moves
    {52, 345, 39},        // defender: 2 moves
    {250, 410, -301},     // defender: 3 moves
    {262, 430, -217},     // defender: 4 moves
    {297, 501, -546},     // defender: 5 moves
    {208, 913, -1757},    // defender: 6 moves
    {389, 462, -881},     // defender: 7 moves
    {0, 0, 0},            // defender: 8 moves
    {534, 9, -213},       // defender in 2: squares
    {-206, 3, 82},        // defender in 2: odd
    {-425, 172, -214},    // defender in 2: two
    {-1061, 326, 65},     // defender in 2: four
    {36, 32, -155},       // defender in 3: squares
    {22, 19, -219},       // defender in 3: odd
    {-79, 169, -243},     // defender in 3: two
    {-131, 73, 315},      // defender in 3: four
    {-269, 177, -226},    // defender in 4: squares
    {-70, 50, -313},      // defender in 4: odd
    {-622, 287, -277},    // defender in 4: two
    {-492, -51, 37},      // defender in 4: four
    {818, -744, 1580},    // shared 1, 1
    {622, -441, 306},     // shared 2, 2
    {583, -343, 208},     // shared 4, 4
    {25, -121, 45},       // shared 2, 4
    {-1080, 437, -308},   // shared 4, 2
};

// A defender's evaluation with the defender to move.
constexpr ChampionWeight defender_weights_defender_moves[] = {
    {-5412, 1443, -7069},  // attacker: 0 moves
    {608, -249, 27},       // attacker: 1 moves
    {559, -260, 265},      // attacker: 2 moves
    {463, -151, 189},      // attacker: 3 moves
    {441, -30, -117},      // attacker: 4 moves
    {453, 46, -333},       // attacker: 5 moves
    {291, 127, -41},       // attacker: 6 moves
    {799, -647, 2078},     // attacker: 7 moves
    {0, 0, 0},             // attacker: 8 moves
    {-439, 78, 229},       // attacker in 2: squares
    {261, -82, -9},        // attacker in 2: odd
    {356, -42, -35},       // attacker in 2: two
    {1041, -328, -8},      // attacker in 2: four
    {-307, -121, 313},     // attacker in 3: squares
    {29, 16, 102},         // attacker in 3: odd
    {272, -167, 416},      // attacker in 3: two
    {455, 39, -182},       // attacker in 3: four
    {55, -87, 33},         // attacker in 4: squares
    {136, -41, 129},       // attacker in 4: odd
    {476, -243, 191},      // attacker in 4: two
    {794, -111, -87},      // attacker in 4: four
    {0, 0, 0},             // defender: 0 moves
    {-117, -121, -260},    // defender: 1 moves
    {48, -10, -346},       // defender: 2 moves
    {175, -168, 142},      // defender: 3 moves
    {213, -179, 322},      // defender: 4 moves
    {341, -216, 279},      // defender: 5 moves
    {-61, 436, -937},      // defender: 6 moves
    {-217, 69, 641},       // defender: 7 moves
    {0, 0, 0},             // defender: 8 moves
    {423, -84, -215},      // defender in 2: squares
    {-194, 43, 126},       // defender in 2: odd
    {-230, 18, 153},       // defender in 2: two
    {-811, 280, 81},       // defender in 2: four
    {126, 68, -256},       // defender in 3: squares
    {26, -9, -151},        // defender in 3: odd
    {-111, 98, -134},      // defender in 3: two
    {-217, -14, 179},      // defender in 3: four
    {-160, 115, -225},     // defender in 4: squares
    {-148, 96, -159},      // defender in 4: odd
    {-607, 382, -387},     // defender in 4: two
    {-792, 273, 327},      // defender in 4: four
    {470, -415, 443},      // shared 2, 3
    {-649, 450, -678},     // shared 3, 2
    {459, -220, 196},      // shared 3, 4
    {-324, 146, -64},      // shared 4, 3
};

}  // namespace lastknight
