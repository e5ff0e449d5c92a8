// Methods that every object or module of Ruby has.

/** They answer for a type that loses its own. */
export const EVERY_OBJECT_HAS =
  /^(?:to_s|inspect|hash|eql\?|equal\?|==|===|!=|=~|dup|clone|freeze|send|respond_to\?|instance_of\?)$/;

/** Others, and what Ruby calls by itself: a type that loses its own still has one, which does something else. */
const FURTHER =
  /^(?:initialize(?:_copy|_clone|_dup)?|method_(?:missing|added|removed|undefined)|respond_to_missing\?|const_(?:missing|added)|inherited|included|extended|prepended|singleton_method_added|class|!|<=>|is_a\?|kind_of\?|methods|method|tap|then|instance_variables|display)$/;

/** Whether `super` in such a method needs no class above that defines it. */
export const isAboveAll = (name: string): boolean => EVERY_OBJECT_HAS.test(name) || FURTHER.test(name);
