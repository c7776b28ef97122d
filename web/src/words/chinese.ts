import strings from '../../../core/data/strings.zh.json';
import terms from '../../../core/data/terms.zh.json';

export { strings, terms };
