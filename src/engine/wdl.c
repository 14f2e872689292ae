#include "engine/wdl.h"

#include "engine/score.h"

/* A score of WIN_EVEN_CP wins half of the games; each SLOPE_CP more doubles down on a logistic curve. */
enum { WIN_EVEN_CP = 150, SLOPE_CP = 60, STEPS_PER_UNIT = 8 };

/* 1000 / (1 + e^-x) for x = 0, 1/8, 2/8 … 8. */
static const int LOGISTIC[] = {500, 531, 562, 593, 622, 651, 679, 706, 731, 755, 777, 798, 818, 835, 852, 867, 881,
                               893, 905, 915, 924, 933, 940, 947, 953, 958, 963, 967, 971, 974, 977, 980, 982, 984,
                               986, 988, 989, 990, 991, 992, 993, 994, 995, 995, 996, 996, 997, 997, 998, 998, 998,
                               998, 998, 999, 999, 999, 999, 999, 999, 999, 999, 1000, 1000, 1000, 1000};

/* Chance of winning, per mille, `cp` centipawns beyond even. */
static int logistic(int cp)
{
    const int last = (int)(sizeof LOGISTIC / sizeof LOGISTIC[0]) - 1;
    const int size = cp < 0 ? -cp : cp;
    const int position = size * STEPS_PER_UNIT / SLOPE_CP;
    const int remainder = size * STEPS_PER_UNIT % SLOPE_CP;
    const int value = position >= last
                          ? LOGISTIC[last]
                          : LOGISTIC[position] + (LOGISTIC[position + 1] - LOGISTIC[position]) * remainder / SLOPE_CP;
    return cp < 0 ? 1000 - value : value;
}

void wdl_from_score(int score, int wdl[3])
{
    const int bounded = score_clamp(score, -4000, 4000);
    wdl[0] = logistic(bounded - WIN_EVEN_CP);
    wdl[2] = logistic(-bounded - WIN_EVEN_CP);
    wdl[1] = 1000 - wdl[0] - wdl[2];
}
