// The champion's weights, written by `lastknight discover --recipe champion`: do not edit. How they
// enter the value is in heuristics.hpp.
//
// Logistic regressions of "the attacker wins" on 7x7, in thousandths. Each line has a weight at 25
// blank squares and how it changes with the phase p = (blanks - 25) / 12: the factors of p and p^2.
// An attacker's own evaluation is fitted to winners proved by the solver, a defender's to results
// of games that imperfect players played on.
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
    {528, 292, 164},      // attacker: 1 moves
    {451, 137, 319},      // attacker: 2 moves
    {356, 486, 164},      // attacker: 3 moves
    {289, 870, -101},     // attacker: 4 moves
    {273, 1035, -201},    // attacker: 5 moves
    {236, 1115, -203},    // attacker: 6 moves
    {-238, 1689, -322},   // attacker: 7 moves
    {0, 0, 0},            // attacker: 8 moves
    {-282, 114, 67},      // attacker in 2: squares
    {129, -79, -21},      // attacker in 2: odd
    {110, -25, -16},      // attacker in 2: two
    {504, -483, 55},      // attacker in 2: four
    {-45, -121, 102},     // attacker in 3: squares
    {11, -130, 145},      // attacker in 3: odd
    {56, -186, 123},      // attacker in 3: two
    {154, -178, 54},      // attacker in 3: four
    {7, -127, 48},        // attacker in 4: squares
    {88, -84, 79},        // attacker in 4: odd
    {529, -470, 94},      // attacker in 4: two
    {628, -167, -3},      // attacker in 4: four
    {3400, -2754, 3647},  // defender: 0 moves
    {-21, 459, 400},      // defender: 1 moves
    {-4, 624, 279},       // defender: 2 moves
    {193, 734, 25},       // defender: 3 moves
    {228, 766, 14},       // defender: 4 moves
    {274, 943, -235},     // defender: 5 moves
    {205, 1530, -808},    // defender: 6 moves
    {308, 1058, -502},    // defender: 7 moves
    {0, 0, 0},            // defender: 8 moves
    {267, 91, -90},       // defender in 2: squares
    {-80, -23, 50},       // defender in 2: odd
    {-213, 227, -76},     // defender in 2: two
    {-534, 384, 4},       // defender in 2: four
    {-9, 77, -40},        // defender in 3: squares
    {-1, 24, -56},        // defender in 3: odd
    {-92, 197, -102},     // defender in 3: two
    {-133, 27, 86},       // defender in 3: four
    {-134, 147, -50},     // defender in 4: squares
    {-27, 61, -100},      // defender in 4: odd
    {-319, 236, -59},     // defender in 4: two
    {-208, -128, -43},    // defender in 4: four
    {370, -650, 337},     // shared 1, 1
    {216, -268, 76},      // shared 2, 2
    {204, -176, 16},      // shared 4, 4
    {59, -89, 24},        // shared 2, 4
    {-394, 222, -23},     // shared 4, 2
};

// A defender's evaluation with the defender to move.
constexpr ChampionWeight defender_weights_defender_moves[] = {
    {-4038, 2313, -3986},  // attacker: 0 moves
    {578, -279, -13},      // attacker: 1 moves
    {492, -340, 113},      // attacker: 2 moves
    {364, -176, 132},      // attacker: 3 moves
    {296, -25, 87},        // attacker: 4 moves
    {276, -86, 178},       // attacker: 5 moves
    {172, 200, 53},        // attacker: 6 moves
    {552, -1298, 1059},    // attacker: 7 moves
    {0, 0, 0},             // attacker: 8 moves
    {-263, 60, 116},       // attacker in 2: squares
    {136, -160, 33},       // attacker in 2: odd
    {175, -175, 25},       // attacker in 2: two
    {579, -635, 31},       // attacker in 2: four
    {-106, -106, 81},      // attacker in 3: squares
    {6, -27, 50},          // attacker in 3: odd
    {185, -285, 161},      // attacker in 3: two
    {277, -151, -20},      // attacker in 3: four
    {77, -63, -4},         // attacker in 4: squares
    {93, -58, 48},         // attacker in 4: odd
    {374, -344, 67},       // attacker in 4: two
    {601, -160, -76},      // attacker in 4: four
    {0, 0, 0},             // defender: 0 moves
    {-155, -93, 7},        // defender: 1 moves
    {25, 97, -96},         // defender: 2 moves
    {179, -170, 145},      // defender: 3 moves
    {241, -207, 173},      // defender: 4 moves
    {374, -378, 199},      // defender: 5 moves
    {117, 368, -280},      // defender: 6 moves
    {214, -417, 396},      // defender: 7 moves
    {0, 0, 0},             // defender: 8 moves
    {275, -74, -144},      // defender in 2: squares
    {-103, 48, 41},        // defender in 2: odd
    {-110, 62, 5},         // defender in 2: two
    {-507, 436, 6},        // defender in 2: four
    {38, 124, -98},        // defender in 3: squares
    {30, -1, -73},         // defender in 3: odd
    {-116, 189, -91},      // defender in 3: two
    {-187, 22, 41},        // defender in 3: four
    {-113, 165, -36},      // defender in 4: squares
    {-86, 96, -67},        // defender in 4: odd
    {-389, 384, -107},     // defender in 4: two
    {-449, 170, 91},       // defender in 4: four
    {256, -302, 116},      // shared 2, 3
    {-352, 379, -60},      // shared 3, 2
    {218, -163, 25},       // shared 3, 4
    {-133, 111, -26},      // shared 4, 3
};

}  // namespace lastknight
