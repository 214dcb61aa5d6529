/**
 * Explanations of what a parameter is and what it tells, in two plain sentences: written for Jaanch, without advice and without a diagnosis. The API sends
 * those of a report with the report, so that no page loads all of them.
 */
import { analyteOf } from '@jaanch/catalogue/parameters/analytes'
import type { Parameter } from '@jaanch/catalogue/parameters/parameter'

const explanations: Readonly<Record<string, string>> = {
  // Blood counts, clotting, iron and vitamins
  HGB: 'Haemoglobin is the protein in red cells that carries oxygen. Its amount shows how much oxygen the blood can carry.',
  RBC: 'The red cell count is the number of red cells in a given volume of blood. Together with haemoglobin it describes how well the blood is supplied with red cells.',
  HCT: 'The haematocrit is the share of the blood volume that red cells make up. It falls when there are fewer red cells or more fluid, and rises when it is the other way round.',
  MCV: 'MCV is the average size of a red cell. It helps to tell apart the reasons for a low haemoglobin, because some make the cells smaller and others larger.',
  MCH: 'MCH is the average amount of haemoglobin in one red cell. It usually changes together with the size of the cells.',
  MCHC: 'MCHC is the concentration of haemoglobin inside the red cells. It shows whether the cells are filled with the usual amount for their size.',
  RDW: 'RDW describes how much the red cells differ in size. A high value means a mixture of smaller and larger cells.',
  WBC: 'The total leucocyte count is the number of white cells in a given volume of blood. White cells are part of the immune system, and their number changes with infections, inflammation and some medicines.',
  NEUT: 'Neutrophils are the most common white cells and respond first to many bacteria. This value is their share among all white cells.',
  LYMP: 'Lymphocytes are white cells that recognise viruses and make antibodies. This value is their share among all white cells.',
  MONO: 'Monocytes are white cells that clear away germs and old cells. This value is their share among all white cells.',
  EOS: 'Eosinophils are white cells that are active in allergies and against parasites. This value is their share among all white cells.',
  BASO: 'Basophils are the rarest white cells and release histamine in allergic reactions. This value is their share among all white cells.',
  ANC: 'The absolute neutrophil count is the number of neutrophils in a given volume of blood. It shows how many of these cells are available against bacteria.',
  AEC: 'The absolute eosinophil count is the number of eosinophils in a given volume of blood. It is more exact than their share, which also depends on the other white cells.',
  PLT: 'Platelets are small cell fragments that start the clotting of blood. Their number shows how well small injuries of vessels can be closed.',
  MPV: 'MPV is the average size of the platelets. Young platelets are larger, so it hints at how fast new ones are made.',
  ESR: 'ESR measures how far red cells sink in a tube of blood within an hour. They sink faster when there is inflammation, but also with age and in pregnancy.',
  RETIC:
    'Reticulocytes are red cells that have just left the bone marrow. Their share shows how actively new red cells are made.',
  ABO: 'The ABO group says which of the markers A and B the red cells carry. It stays the same for life and decides which blood can be given or received.',
  RH: 'The Rh (D) type says whether the red cells carry the marker D. It matters in transfusions and in pregnancy.',
  PBS: 'For a peripheral smear, a drop of blood is spread on glass and looked at through a microscope. The comment describes the shape and the look of the blood cells.',
  PT: 'Prothrombin time measures how many seconds blood plasma takes to clot after a starter is added. It depends on clotting factors that the liver makes with vitamin K.',
  INR: 'INR is the prothrombin time in a form that is comparable between laboratories. It is mainly used to follow the effect of medicines that slow clotting.',
  APTT: 'APTT measures how many seconds plasma takes to clot along a different pathway from that of prothrombin time. It reflects several clotting factors and the effect of heparin.',
  DDIM: 'D-dimer is a fragment that is left when the body dissolves a clot. A low value speaks against a recent clot, while a high one has many causes.',
  FIB: 'Fibrinogen is the protein that forms the threads of a clot. It also rises with inflammation.',
  IRON: 'Serum iron is the iron that travels in the blood at the moment of the sample. It varies during the day and with meals, so it is read together with ferritin and TIBC.',
  TIBC: 'TIBC is the amount of iron that the transport protein in the blood could bind in total. It usually rises when the stores of iron are low.',
  TSAT: 'Transferrin saturation is the share of the transport protein that carries iron. It shows how much iron is on its way to the cells.',
  FERR: 'Ferritin is the protein that stores iron. Its level in the blood reflects the stores of iron, but it also rises with inflammation.',
  B12: 'Vitamin B12 helps to form red cells and keeps nerves working. It comes from food of animal origin, and the level shows the supply.',
  FOL: 'Folate is a B vitamin that cells use to divide, above all those that become red cells. The level in serum reflects what was absorbed in the recent past.',
  VITD: 'This is the form in which vitamin D from sunlight on the skin and from food circulates in the blood. The level shows the supply over the last weeks.',
  HCY: 'Homocysteine is an amino acid that the body breaks down with folate and vitamins B6 and B12. It rises when one of these is scarce or the kidneys clear less.',
  // Sugar, lipids, liver, kidneys, salts, heart and enzymes
  FBS: 'Fasting glucose is the sugar in the blood after at least eight hours without food. It shows how the body keeps its sugar level when nothing comes in.',
  PPBS: 'This is the sugar in the blood two hours after a meal. It shows how the body handles the sugar of that meal.',
  RBS: 'Random glucose is the sugar in the blood at any time of the day. It depends on when the last meal was.',
  A1C: 'HbA1c is the share of haemoglobin to which sugar has attached. It reflects the average sugar level of the last two to three months.',
  EAG: 'Estimated average glucose is HbA1c converted to the unit of a sugar reading. It describes the average sugar level of the last two to three months.',
  INSF: 'Insulin is the hormone that moves sugar from the blood into cells. After fasting, its level shows how much of it the body uses to keep sugar steady.',
  HOMA: 'HOMA-IR is calculated from fasting glucose and fasting insulin. It is an estimate of insulin resistance: the higher it is, the more weakly the body responds to insulin.',
  CPEP: 'C-peptide is released by the pancreas together with insulin, in equal amounts. It shows how much insulin the body makes itself.',
  CHOL: 'Total cholesterol is the sum of the cholesterol in all particles of the blood. It is the starting point for the single parts, such as LDL and HDL.',
  TRIG: 'Triglycerides are the form in which fat travels in the blood and is stored. They rise after meals and when more energy is taken in than used.',
  HDL: 'HDL particles carry cholesterol back to the liver. Among the parts of cholesterol, a higher HDL goes with a lower risk for the heart.',
  LDL: 'LDL particles carry cholesterol to the tissues and can leave it in the walls of arteries. This value is mostly calculated from the other parts of the lipid profile.',
  VLDL: 'VLDL particles carry triglycerides that the liver has made. Their cholesterol is mostly estimated from the triglycerides.',
  NHDL: 'Non-HDL cholesterol is total cholesterol without HDL. It sums up all particles that can leave cholesterol in the walls of arteries.',
  CHR: 'This ratio divides total cholesterol by HDL. It puts the whole amount in relation to the part that is carried away.',
  APOA: 'Apolipoprotein A1 is the main protein of HDL particles. It reflects their number.',
  APOB: 'Apolipoprotein B is the protein of LDL and similar particles, one in each. It therefore counts the particles that can enter the walls of arteries.',
  LPA: 'Lipoprotein (a) is an LDL particle with an additional protein. Its level is mostly inherited and changes little during life.',
  TBIL: 'Bilirubin is the yellow substance that is left when red cells are broken down. The total shows how production and removal by the liver balance.',
  DBIL: 'Direct bilirubin is the part that the liver has already processed. It shows how well bile leaves the liver.',
  IBIL: 'Indirect bilirubin is the part that the liver has not yet processed. It reflects how many red cells are broken down and how fast the liver takes the rest up.',
  AST: 'AST is an enzyme in the cells of the liver, the muscles and the heart. More of it enters the blood when such cells are damaged.',
  ALT: 'ALT is an enzyme that is found mostly in liver cells. More of it enters the blood when these cells are irritated or damaged.',
  ALP: 'Alkaline phosphatase is an enzyme of the bile ducts and the bones. It is naturally higher in growing children and in pregnancy.',
  GGT: 'Gamma GT is an enzyme of the liver and the bile ducts. It reacts to changes of the bile flow, to alcohol and to some medicines.',
  TP: 'Total protein is the sum of albumin and globulins in the blood. It reflects nutrition, the liver, the kidneys and the immune system together.',
  ALB: 'Albumin is the most common protein of the blood and is made in the liver. It holds fluid in the vessels and carries many substances.',
  GLOB: 'Globulins are the proteins of the blood other than albumin, among them the antibodies. The value is calculated as total protein less albumin.',
  AGR: 'This ratio divides albumin by globulins. It changes when one of the two groups of proteins rises or falls.',
  LDH: 'LDH is an enzyme that is found in almost all cells. It rises when cells are damaged anywhere, so it does not point to one organ.',
  CREA: 'Creatinine is a waste product of the muscles that the kidneys remove. Its level shows how well they filter, and it also depends on muscle mass.',
  EGFR: 'The eGFR estimates how much blood the kidneys filter in a minute. It is calculated from creatinine, age and sex.',
  UREA: 'Urea is the waste product in which the body removes the nitrogen of protein. Its level depends on the kidneys, on fluid and on the protein in food.',
  BUN: 'Blood urea nitrogen is the nitrogen part of urea. It describes the same as urea in another unit.',
  URIC: 'Uric acid is left when the building blocks of cells are broken down. It leaves the body mostly through the kidneys and can form crystals when there is much of it.',
  NA: 'Sodium is the main salt of the fluid outside the cells. Its level shows the balance between salt and water.',
  K: 'Potassium is a salt that nerves, muscles and the heart rely on. The kidneys keep its level within narrow bounds.',
  CL: 'Chloride is the partner of sodium in the fluids of the body. It helps to judge the balance of water and of acid.',
  CA: 'Calcium builds bones and is used by muscles, nerves and clotting. The total includes the part that is bound to albumin.',
  PHOS: 'Phosphorus is stored in bones and takes part in the energy supply of cells. Its level depends on the kidneys, vitamin D and parathyroid hormone.',
  MG: 'Magnesium helps muscles, nerves and many enzymes to work. Only a small part of what the body holds is in the blood.',
  CRP: 'C-reactive protein is made by the liver within hours when there is inflammation. It says how strong the inflammation is, but not where.',
  HSCRP:
    'hs-CRP measures the same protein as CRP at very low levels. In people who are well it is one of several values that describe the risk for heart and vessels.',
  CPK: 'Creatine kinase is an enzyme of the muscles. It rises after hard exercise and when muscles are injured.',
  CKMB: 'CK-MB is a form of creatine kinase that is found mainly in heart muscle. It enters the blood when heart muscle is damaged.',
  TROPI:
    'Troponin I is a protein of the heart muscle. It enters the blood when heart muscle cells are damaged, and the change over hours matters as much as the value.',
  NTBNP:
    'NT-proBNP is released by the heart when its walls are stretched. It reflects how much strain the heart is under, and rises with age.',
  AMY: 'Amylase is an enzyme of the pancreas and the salivary glands that splits starch. It rises in the blood when one of these is irritated.',
  LIP: 'Lipase is an enzyme of the pancreas that splits fat. It rises in the blood when the pancreas is irritated, and stays high longer than amylase.',
  // Hormones and tumour markers
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
  // Antibodies, infections and stool
  RF: 'Rheumatoid factor is an antibody against other antibodies of the body. It is found in some diseases of the joints, and also in people who are well.',
  ACCP: 'Anti-CCP antibodies are directed against changed proteins in the joints. They are more specific for inflammation of joints than rheumatoid factor.',
  ASO: 'The ASO titre measures antibodies against a toxin of streptococci. A high value points to contact with these bacteria in the past weeks.',
  ANA: 'ANA are antibodies against the nuclei of the body’s own cells. They occur in diseases of the immune system, and in low amounts in many people who are well.',
  IGE: 'IgE is the class of antibodies that takes part in allergies and in the defence against parasites. The total shows how active this part of the immune system is, but not what it reacts to.',
  HBSAG:
    'HBsAg is a protein of the surface of the hepatitis B virus. The test shows whether this protein is present in the blood.',
  AHCV: 'Anti-HCV are antibodies against the hepatitis C virus. They show whether there was contact with the virus at some time, also long ago.',
  HIV: 'This test looks for antibodies against HIV 1 and 2 and for a protein of the virus. In the first weeks after contact it can still be negative.',
  VDRL: 'VDRL and RPR look for antibodies that the body makes in syphilis. They can also react in other situations, so a positive result is usually confirmed by another kind of test.',
  NS1: 'NS1 is a protein of the dengue virus. It can be found in the blood in the first days of the illness.',
  DENM: 'Dengue IgM are early antibodies against the dengue virus. They appear about five days after the illness begins and stay for some weeks.',
  DENG: 'Dengue IgG are lasting antibodies against the dengue virus. They show a contact with the virus, recent or long ago.',
  MPAG: 'This test looks for proteins of the malaria parasites Plasmodium falciparum and Plasmodium vivax in the blood. It shows whether such parasites are present at the moment.',
  CHIKM:
    'Chikungunya IgM are early antibodies against the chikungunya virus. They appear some days after the illness begins and can stay for months.',
  STYM: 'These are early antibodies against the bacteria that cause typhoid. They appear some days after the illness begins, and can react with related bacteria.',
  UPREG:
    'This test looks for the pregnancy hormone hCG in urine. It reacts from about the day of the missed period on.',
  SARS: 'This test looks for the genetic material of SARS-CoV-2. It shows whether the virus is present in the sample, also in small amounts.',
  HPYL: 'This test looks for proteins of the stomach bacterium Helicobacter pylori in stool. It shows whether the bacterium is present at the moment.',
  FOBT: 'This test looks for traces of blood in stool that cannot be seen. It does not say where the blood comes from.',
  SOVA: 'A stool sample is looked at through a microscope for parasites and their eggs. The result names what was found.',
  UCUL: 'In a urine culture, bacteria from the urine are grown for one or two days. The result names the germ that has grown.',
  BCUL: 'In a blood culture, germs from the blood are grown for several days. The result names the germ that has grown.',
  // Urine
  UCOL: 'The colour of urine depends on how concentrated it is, and on food and medicines. It is described as it is seen.',
  UAPP: 'The appearance says whether the urine is clear or cloudy. Cells, crystals and mucus can make it cloudy.',
  USG: 'Specific gravity compares the weight of urine with that of water. It shows how concentrated the urine is.',
  UPH: 'The pH says how acid the urine is. It changes with food and during the day.',
  UPRO: 'Healthy kidneys let only traces of protein into the urine. The test strip shows whether there is more.',
  UGLU: 'Usually there is no sugar in urine. It appears when the sugar in the blood is high, or when the kidneys return less of it to the blood.',
  UKET: 'Ketones are formed when the body burns fat in place of sugar. They appear in urine after fasting, and when insulin is lacking.',
  UBIL: 'Bilirubin comes from the breakdown of red cells and normally leaves the body with bile. In urine it appears when bile cannot leave the liver freely.',
  UBLD: 'The test strip reacts to red cells and to their pigment in urine. The microscope shows how many red cells there are.',
  UNIT: 'Some bacteria turn nitrate in urine into nitrite. The test shows whether this has happened, and not all bacteria do it.',
  ULEU: 'Leucocyte esterase is an enzyme of white cells. It shows whether there are more white cells in the urine than usual.',
  UWBC: 'Pus cells are white cells in urine, counted through a microscope. Their number rises with inflammation of the urinary tract.',
  URBC: 'Red cells in urine are counted through a microscope in one field of view. A few are usual, and their number rises when there is bleeding along the urinary tract.',
  UEPI: 'Epithelial cells come from the lining of the urinary tract and the skin. Many of them can mean that the sample touched the skin.',
  UMALB:
    'This is the amount of the protein albumin in urine, measured exactly. Small amounts show early changes of the filter in the kidneys.',
  UCREA:
    'Creatinine in urine is a waste product of the muscles that leaves the body steadily. It serves as a measure of how concentrated the sample is.',
  UACR: 'This ratio divides albumin by creatinine in the same urine. It makes the amount of albumin comparable, however concentrated the sample is.',
}

/** @returns by the parameter's code; a parameter whose analyte is not explained is missing */
export function explanationsOf(
  parameters: Iterable<Pick<Parameter, 'code' | 'loinc' | 'name'>>,
): Record<string, string> {
  const known: [string, string][] = []
  for (const parameter of parameters) {
    const analyte = analyteOf(parameter)
    const text = analyte === null ? undefined : explanations[analyte]
    if (text) known.push([parameter.code, text])
  }
  return Object.fromEntries(known)
}
