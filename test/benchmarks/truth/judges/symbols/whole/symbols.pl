# The packages and subroutines of Perl files by PPI. argv: a file that lists absolute paths. stdout: as typescript.mjs.
use strict;
use warnings;
use PPI;

sub last_line {
    my ($element) = @_;
    my $last = $element->last_token;
    return $last->line_number + ($last->content =~ tr/\n//);
}

sub symbols_of {
    my ($document) = @_;
    my @found;
    for my $package (@{ $document->find('PPI::Statement::Package') || [] }) {
        my ($name) = $package->namespace =~ /(\w+)$/;
        push @found, [$name, $package->line_number, 'module', $package->line_number, last_line($package)];
    }
    for my $sub (@{ $document->find('PPI::Statement::Sub') || [] }) {
        next if $sub->isa('PPI::Statement::Scheduled');
        push @found, [$sub->name, $sub->schild(1)->line_number, 'function', $sub->line_number, last_line($sub)];
    }
    return join ',', map { sprintf '["%s",%d,"%s",false,%d,%d]', @$_ } @found;
}

open my $list, '<', $ARGV[0] or die $!;
while (my $path = <$list>) {
    chomp $path;
    my $document = PPI::Document->new($path);
    printf "{\"path\":\"%s\",\"symbols\":%s}\n", $path, $document ? '[' . symbols_of($document) . ']' : 'null';
}
