export const rulesText = '';
