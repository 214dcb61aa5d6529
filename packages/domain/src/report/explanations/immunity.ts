/** Antibodies, infections and stool. */
export const immunity: Readonly<Record<string, string>> = {
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
}
