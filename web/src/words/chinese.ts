// All that Chinese needs, in one file that is loaded when it is first spoken.
import docs from '../../../core/data/docs.zh.json';
import messages from '../../../core/data/messages.zh.json';
import strings from '../../../core/data/strings.zh.json';

export { docs, messages, strings };
