/** Hormones and tumour markers. */
export const hormones: Readonly<Record<string, string>> = {
  T3: 'T3 is the more active of the two thyroid hormones. The total includes the part that is bound to proteins of the blood.',
  T4: 'T4 is the hormone that the thyroid releases most. The total includes the part that is bound to proteins of the blood.',
  TSH: 'TSH is the signal by which the brain tells the thyroid how much hormone to make. It rises when the brain finds too little thyroid hormone, and falls when it finds too much.',
  FT3: 'Free T3 is the part of the thyroid hormone T3 that is not bound to proteins. It is the part that acts in the cells.',
  FT4: 'Free T4 is the part of the thyroid hormone T4 that is not bound to proteins. Read together with TSH, it shows how active the thyroid is.',
  ATPO: 'Anti-TPO antibodies are directed against an enzyme of the thyroid. They show whether the immune system is active against the gland.',
  ATG: 'These antibodies are directed against thyroglobulin, a protein of the thyroid. They show whether the immune system is active against the gland, and can interfere with the measurement of thyroglobulin.',
  PRL: 'Prolactin is a hormone of the pituitary gland that makes milk flow after birth. It also rises with stress, sleep and some medicines.',
  FSH: 'FSH is a hormone of the pituitary gland that lets eggs and sperm mature. In women its level depends on the day of the cycle and on age.',
  LH: 'LH is a hormone of the pituitary gland that triggers ovulation and the making of testosterone. In women its level depends on the day of the cycle.',
  E2: 'Oestradiol is the main oestrogen. In women its level depends on the day of the cycle and on age.',
  PROG: 'Progesterone rises after ovulation and prepares the womb for a pregnancy. Its level depends on the day of the cycle.',
  TESTO:
    'Testosterone is the main male sex hormone, which women have in small amounts too. It is highest in the morning.',
  CORT: 'Cortisol is a hormone of the adrenal glands that is released in a daily rhythm and under stress. The value in the morning is near the peak of the day.',
  AMH: 'Anti-Müllerian hormone is made by small follicles in the ovaries. It gives an idea of how many eggs are left.',
  BHCG: 'Beta-hCG is the hormone that is made from the beginning of a pregnancy. In early pregnancy its level rises quickly, so the change matters more than one value.',
  PTH: 'Parathyroid hormone keeps calcium in the blood steady by acting on bones and kidneys. It is read together with calcium and vitamin D.',
  DHEAS: 'DHEA-S is a precursor of sex hormones from the adrenal glands. Its level falls slowly with age.',
  PSA: 'PSA is a protein that the prostate makes. It rises with age, with the size of the prostate and with several of its conditions.',
  CA125:
    'CA-125 is a protein on the surface of several tissues, among them the ovaries. It rises in many harmless situations too, and is used above all to follow a known condition.',
  CEA: 'CEA is a protein that some tissues of the gut and the lungs release. It is used above all to follow a known condition, and is higher in smokers.',
  AFP: 'AFP is a protein that is made in the liver before birth. In adults it is used above all to follow known conditions of the liver, and it rises in pregnancy.',
  CA199:
    'CA 19-9 is a marker on cells of the pancreas and the bile ducts. It is used above all to follow a known condition, and rises with blocked bile too.',
}
